import { cpus } from "node:os";
import type { Evidence } from "#tests/torture/evidence.ts";
import type { TortureOptions } from "#tests/torture/options.ts";
import type { Recovery } from "#tests/torture/recovery.ts";
import type { Tally } from "#tests/torture/tally.ts";
import type { UndisturbedRun } from "#tests/torture/undisturbed-run.ts";
import { type Check, countBy, forgottenOf, sentAgain } from "#tests/torture/verdict.ts";

export interface Run {
	options: TortureOptions;
	tally: Tally;
	faults: ReadonlyMap<string, number>;
	evidence: Evidence;
	recovery: Recovery;
	undisturbed: UndisturbedRun;
	checks: readonly Check[];
	/** Durations in ms: the kill loops, and everything. */
	underFireMs: number;
	totalMs: number;
}

const WIDTH = 72;
const SHOWN_VIOLATIONS = 20;

export function printTable(run: Run): void {
	const { tally, evidence, recovery, undisturbed } = run;
	printCounts("kill -9 by victim", tally.victims);
	heading("named points (met / aimed at)");
	for (const [name, { met, aimed }] of tally.points) line(name, `${met} / ${aimed}`);
	heading("what went back (seconds lost, payouts that waited in it)");
	for (const { name, from, to, waiting } of tally.losses) line(name, `${seconds(to - from)}, ${waiting.length}`);
	line("payments made at the service that the desk has forgotten", String(forgottenOf(evidence, tally.losses).length));
	line("payments sent again, of which nothing had left the wallet", String(sentAgain(evidence, tally.losses).length));
	printCounts(
		"questions to the admin",
		countBy(tally.questions, ({ kind }) => kind),
	);
	if (tally.answers.size > 0) printCounts("the admin's words on payouts that a wallet held", tally.answers);
	printCounts("faults ordered at the service", run.faults);
	printCounts(
		"payments by final state",
		countBy(evidence.payments, ({ kind, state }) => `${kind}: ${state}`),
	);
	printCounts(
		"transactions at the service",
		countBy(evidence.held, ({ kind, status }) => `${kind}: ${status}`),
	);
	heading("durations");
	line("under fire", seconds(run.underFireMs));
	line("healed: everything with a reference final after", seconds(recovery.finalAfterMs));
	line("healed: nothing under way any more after", seconds(recovery.quietAfterMs));
	line(`${run.options.payouts} payouts requested and approved in`, seconds(undisturbed.placedMs));
	line(`${run.options.payouts} payouts paid in`, seconds(undisturbed.paidMs));
	line("everything", `${seconds(run.totalMs)} on ${cpus().length} cores`);
	const broken = printChecks(run.checks);
	console.log(`\nseed ${run.options.seed}: ${run.checks.length - broken} guarantees held, ${broken} broken`);
}

/** Returns the number of checks with violations. */
export function printChecks(checks: readonly Check[]): number {
	heading("verdict");
	for (const { name, violations } of checks) {
		console.log(`${violations.length === 0 ? "  held    " : "  BROKEN  "}${name}`);
		for (const violation of violations.slice(0, SHOWN_VIOLATIONS)) console.log(`            ${violation}`);
		if (violations.length > SHOWN_VIOLATIONS) console.log(`            … ${violations.length} in all`);
	}
	return checks.filter(({ violations }) => violations.length > 0).length;
}

function printCounts(title: string, counts: ReadonlyMap<string, number>): void {
	heading(`${title} (${[...counts.values()].reduce((sum, count) => sum + count, 0)})`);
	for (const [name, count] of [...counts].sort(([one], [other]) => (one < other ? -1 : 1))) line(name, String(count));
}

function heading(text: string): void {
	console.log(`\n${text}`);
}

function line(name: string, value: string): void {
	console.log(`  ${name.padEnd(WIDTH - 12, " ")}${value.padStart(12)}`);
}

function seconds(ms: number | null): string {
	return ms === null ? "never" : `${(ms / 1000).toFixed(1)} s`;
}

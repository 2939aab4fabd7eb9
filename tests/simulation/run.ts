/** `node tests/simulation/run.ts`: seeds from … on, or one with its whole trace. Ends with 1 on a violation. */
import { parseArgs } from "node:util";
import { newTotals, type RunResult, simulate } from "#tests/simulation/simulate.ts";

const { values } = parseArgs({
	options: {
		seeds: { type: "string", default: "1000" },
		from: { type: "string", default: "1" },
		seed: { type: "string" },
		json: { type: "boolean", default: false },
	},
});

// A promise of a dead process that is given up is nobody's: it must not end the run.
process.on("unhandledRejection", () => undefined);
const totals = newTotals();
if (values.seed !== undefined) {
	const result = await simulate({ seed: Number(values.seed), totals, tell: (line) => console.log(line) });
	console.log(result.violation ?? `seed ${result.seed}: ${result.steps} steps, no violation`);
	process.exitCode = result.violation ? 1 : 0;
} else {
	await runMany(Number(values.from), Number(values.seeds));
}

async function runMany(from: number, seeds: number): Promise<void> {
	const startedAt = process.hrtime.bigint();
	let steps = 0;
	const violations: RunResult[] = [];
	for (let seed = from; seed < from + seeds; seed += 1) {
		const result = await simulate({ seed, totals });
		steps += result.steps;
		if (result.violation) violations.push(result);
		if (violations.length >= 1000) break;
	}
	const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
	if (values.json) {
		const { transitions, met } = totals;
		console.log(JSON.stringify({ seeds, steps, seconds, violations, transitions: [...transitions], met: [...met] }));
	} else {
		for (const { seed, violation } of violations) console.log(`seed ${seed}: ${violation}`);
		for (const [name, times] of [...totals.transitions, ...totals.met].sort()) console.log(`${times}\t${name}`);
		console.log(`${seeds} seeds, ${steps} steps, ${seconds.toFixed(1)} s, ${violations.length} violations`);
	}
	process.exitCode = violations.length > 0 ? 1 : 0;
}

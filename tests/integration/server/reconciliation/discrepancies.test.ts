import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { DayProof } from "#lib/contracts/reconciliation.ts";
import { parseDecimal } from "#lib/money.ts";
import { pairDiscrepancies } from "#server/reconciliation/matching/pair-discrepancies.ts";
import { readLeftOver } from "#server/reconciliation/read-discrepancies.ts";
import { type Injected, liveMonth } from "#tests/integration/server/reconciliation/reconciled-month.ts";

const SEEDS = [1, 2, 3];
const months = await Promise.all(SEEDS.map(liveMonth));

for (const [place, { context, injected, payments }] of months.entries()) {
	const seed = SEEDS[place];
	const wallet = { environment: context.config.environment, currency: "XOF" };
	const left = await readLeftOver(context.database, wallet, context.clock.now());
	const found = pairDiscrepancies(left.lines, left.payments);
	const { rows: days } = await sql<{ proof: DayProof }>`
		select distinct on (day) proof from balance_proof order by day, id desc`.execute(context.database);

	/** The desk's ids of this line, or of all equal ones. */
	const lineIds = ({ line }: Injected) =>
		left.lines.flatMap(({ id, type, amount, at }) => {
			const isSame = line && type === line.type && at === Date.parse(line.at);
			return isSame && parseDecimal(amount) === parseDecimal(line.amount) ? [id] : [];
		});
	const isNamed = (one: Injected, names: { paymentIds: string[]; lineIds: string[] }) =>
		(one.paymentId !== null && names.paymentIds.includes(one.paymentId)) ||
		lineIds(one).some((id) => names.lineIds.includes(id));

	describe(`a month with twenty discrepancies, seed ${seed}`, () => {
		test("is a month of hundreds of payments, with four discrepancies of each kind", () => {
			expect(payments).toBeGreaterThan(250);
			expect(injected).toHaveLength(20);
		});

		test("every oddity is found and called by its name, and nothing else is found", () => {
			const missed = injected.filter(
				(one) => !found.some((exception) => exception.kind === one.kind && isNamed(one, exception)),
			);
			expect(missed).toEqual([]);
			expect(found.map(({ kind }) => kind).sort()).toEqual(injected.map(({ kind }) => kind).sort());
		});

		test("of every day the proof names the gap to the unit, and what explains it", () => {
			const looked = days.filter(({ proof }) => proof.status !== "no_reading");
			expect(looked).toHaveLength(30);
			for (const { proof } of looked) {
				const [from, until] = [Date.parse(proof.opening?.at ?? ""), Date.parse(proof.closing?.at ?? "")];
				const causes = injected.flatMap((one) =>
					one.gaps.flatMap(({ at, effect }) => (at > from && at <= until ? [{ one, effect }] : [])),
				);
				const gap = causes.reduce((sum, { effect }) => sum + effect, 0n);
				expect([proof.day, parseDecimal(proof.gap ?? "")]).toEqual([proof.day, gap]);
				expect([proof.day, proof.status]).toEqual([proof.day, gap === 0n ? "proved" : "gap"]);
				if (gap === 0n) continue;
				const named = causes.every(({ one }) =>
					proof.explanations.some((part) => part.kind === one.kind && isNamed(one, part)),
				);
				expect([proof.day, named, proof.explanations]).toEqual([proof.day, true, proof.explanations]);
			}
		});
	});
}

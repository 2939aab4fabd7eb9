/** Money in and out over time, for the small picture above a list of movements. Pure. */
import type { MovementTotals, MovementTrend } from "#lib/contracts/movement.ts";
import { addDays } from "#lib/dates.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { movementDirection } from "#lib/movements/movements.ts";

/** Over more days than these the sums are by month. */
export const MOST_DAY_BARS = 92;

/** The sum of one type in one day, or in the month that begins on it. */
export type PeriodSum = MovementTotals[number] & {
	/** As "2026-11-26". */
	begins: string;
	first: string;
	last: string;
	unit: MovementTrend["unit"];
};

/** Null for fewer than two bars. */
export function movementTrend(sums: readonly PeriodSum[]): MovementTrend | null {
	const sorted = sums.map(({ begins }) => begins).sort();
	const [first, last, unit] = [sorted[0], sorted.at(-1), sums[0]?.unit];
	if (!first || !last || !unit || first === last) return null;
	const found = new Map<string, { in: bigint; out: bigint }>();
	for (const { begins, type, amount } of sums) {
		const direction = movementDirection(type);
		if (!direction) continue;
		const bar = found.get(begins) ?? { in: 0n, out: 0n };
		bar[direction] += minorOf(amount);
		found.set(begins, bar);
	}
	const bars: MovementTrend["bars"] = [];
	for (let begins = first; begins <= last; begins = next(begins, unit)) {
		const { in: income, out } = found.get(begins) ?? { in: 0n, out: 0n };
		bars.push({ begins, in: toDecimal(income), out: toDecimal(out) });
	}
	const ends = sums.map((sum) => sum.last).sort();
	return { unit, from: sums.map((sum) => sum.first).sort()[0] ?? first, to: ends.at(-1) ?? last, bars };
}

function next(begins: string, unit: MovementTrend["unit"]): string {
	return unit === "day" ? addDays(begins, 1) : `${addDays(begins, 31).slice(0, 7)}-01`;
}

/** Draws money in and out over time, for the small picture above a list of movements. Pure. */
import type { MovementTotals, MovementTrend } from "#lib/contracts/movement.ts";
import { addDays } from "#lib/dates.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { type FlowDay, flowScale } from "#lib/movements/flow-scale.ts";
import { movementDirection } from "#lib/movements/movements.ts";

/** Over more days than these the sums are by month. */
export const MOST_DAY_BARS = 92;
/** The width of a bar with its gap. */
const SLOT = 4;

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
	const bars = movementBars(sums);
	const [from, to] = [
		sums.map(({ first }) => first).sort()[0],
		sums
			.map(({ last }) => last)
			.sort()
			.at(-1),
	];
	const unit = sums[0]?.unit;
	if (!from || !to || !unit || bars.length < 2) return null;
	const { zero, bars: heights } = flowScale(bars);
	const width = bars.length * SLOT;
	const path = (heightOf: (bar: (typeof heights)[number]) => number) =>
		heights.map((bar, place) => barPath(place, zero, heightOf(bar))).join("");
	const picture = { width, zero: `M0 ${zero}H${width}`, in: path((bar) => -bar.in), out: path((bar) => bar.out) };
	return { unit, from, to, picture };
}

/** Oldest first and without a break: days and months without lines have bars of nothing. */
export function movementBars(sums: readonly PeriodSum[]): Pick<FlowDay, "day" | "in" | "out">[] {
	const sorted = sums.map(({ begins }) => begins).sort();
	const [first, last, unit] = [sorted[0], sorted.at(-1), sums[0]?.unit];
	if (!first || !last || !unit) return [];
	const found = new Map<string, { in: bigint; out: bigint }>();
	for (const { begins, type, amount } of sums) {
		const direction = movementDirection(type);
		if (!direction) continue;
		const bar = found.get(begins) ?? { in: 0n, out: 0n };
		bar[direction] += minorOf(amount);
		found.set(begins, bar);
	}
	const bars: Pick<FlowDay, "day" | "in" | "out">[] = [];
	for (let day = first; day <= last; day = next(day, unit)) {
		const { in: income, out } = found.get(day) ?? { in: 0n, out: 0n };
		bars.push({ day, in: toDecimal(income), out: toDecimal(out) });
	}
	return bars;
}

function next(begins: string, unit: MovementTrend["unit"]): string {
	return unit === "day" ? addDays(begins, 1) : `${addDays(begins, 31).slice(0, 7)}-01`;
}

/** From the zero line up (negative) or down. */
function barPath(place: number, zero: number, height: number): string {
	return height === 0 ? "" : `M${place * SLOT + 0.5} ${zero}h3v${height}h-3z`;
}

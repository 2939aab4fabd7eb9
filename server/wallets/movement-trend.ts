/** Draws money in and out over time, for the small picture above a list of movements. Pure. */
import type { MovementTotals, MovementTrend } from "#lib/contracts/movement.ts";
import { addDays } from "#lib/dates.ts";
import { minorOf } from "#lib/money.ts";
import { type FlowDay, flowScale } from "#lib/movements/flow-scale.ts";
import { sumDay } from "#server/wallets/movement-days.ts";

/** The picture shows days, or else weeks, if there are at most this many of them; otherwise months. */
export const MOST_BARS = 62;
/** The width of a bar with its gap. */
const SLOT = 4;

/** The sum of one type over a day, week or month. */
export type PeriodSum = MovementTotals[number] & {
	/** The period's first day, such as "2026-11-26". */
	begins: string;
	first: string;
	last: string;
	unit: MovementTrend["unit"];
};

export function movementTrend(sums: readonly PeriodSum[]): MovementTrend | null {
	const bars = movementBars(sums);
	const [firsts, lasts] = [sums.map(({ first }) => first).sort(), sums.map(({ last }) => last).sort()];
	const [from, to, unit] = [firsts[0], lasts.at(-1), sums[0]?.unit];
	if (!from || !to || !unit || bars.length < 2) return null;
	const { zero: exact, bars: heights } = flowScale(bars);
	const zero = Math.round(exact);
	const width = bars.length * SLOT;
	const path = (heightOf: (bar: (typeof heights)[number]) => number) =>
		heights.map((bar, place) => barPath(place, zero, heightOf(bar))).join("");
	const picture = { width, zero: `M0 ${zero}H${width}`, in: path((bar) => -bar.in), out: path((bar) => bar.out) };
	return { unit, from, to, picture };
}

/** Returns bars, the oldest first and without a gap: days, weeks and months without lines have empty bars. */
export function movementBars(sums: readonly PeriodSum[]): Pick<FlowDay, "day" | "in" | "out">[] {
	const sorted = sums.map(({ begins }) => begins).sort();
	const [first, last, unit] = [sorted[0], sorted.at(-1), sums[0]?.unit];
	if (!first || !last || !unit) return [];
	const found = sums.map(({ begins: day, type, count: lines, amount, fee }) => ({
		...{ day, type, lines },
		...{ amount: minorOf(amount), fee: minorOf(fee) },
	}));
	const bars: Pick<FlowDay, "day" | "in" | "out">[] = [];
	for (let day = first; day <= last; day = next(day, unit)) {
		const { in: income, out } = sumDay(found, day);
		bars.push({ day, in: income, out });
	}
	return bars;
}

function next(begins: string, unit: MovementTrend["unit"]): string {
	if (unit === "month") return `${addDays(begins, 31).slice(0, 7)}-01`;
	return addDays(begins, unit === "week" ? 7 : 1);
}

/**
 * Draws a bar from the zero line up (negative) or down; the stroke gives the width. Whole numbers keep the path short: the page
 * contains it twice.
 */
function barPath(place: number, zero: number, height: number): string {
	if (height === 0) return "";
	return `M${(place + 0.5) * SLOT} ${zero}v${Math.sign(height) * Math.max(1, Math.round(Math.abs(height)))}`;
}

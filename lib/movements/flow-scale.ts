/** Scales each day's incoming and outgoing money to bars above and below a zero line, both on the same scale. */
import type { Overview } from "#lib/contracts/overview.ts";
import { type AmountMinor, minorOf } from "#lib/money.ts";

export type WalletFlow = Pick<Overview["wallets"][number], "currency" | "flows" | "trend">;
export type FlowDay = WalletFlow["flows"][number];

export interface FlowScale {
	/** The ends of the axis in hundredths: round figures, 0 when no money moved in that direction. */
	in: AmountMinor;
	out: AmountMinor;
	/** The zero line, in percent of the height from the top. */
	zero: number;
	/** Heights of each day's two bars, in percent of the whole height. */
	bars: readonly { in: number; out: number }[];
}

// Minimum height of a bar that is not zero, in percent, so that it stays visible.
const LEAST = 0.8;

export function flowScale(days: readonly Pick<FlowDay, "in" | "out">[]): FlowScale {
	const amounts = days.map((day) => ({ in: minorOf(day.in), out: minorOf(day.out) }));
	const ends = { in: roundUp(highest(amounts, "in")), out: roundUp(highest(amounts, "out")) };
	const whole = ends.in + ends.out;
	const height = (amount: AmountMinor) => (amount <= 0n ? 0 : Math.max(share(amount, whole), LEAST));
	return {
		...ends,
		zero: whole === 0n ? 100 : share(ends.in, whole),
		bars: amounts.map((day) => ({ in: height(day.in), out: height(day.out) })),
	};
}

/** Returns the smallest of 1, 2, 3, 4, 5, 6, 8, 10, 20 … currency units that is not below the amount; 0 for 0 or less. */
export function roundUp(amount: AmountMinor): AmountMinor {
	if (amount <= 0n) return 0n;
	let power = 100n;
	while (power * 10n < amount) power *= 10n;
	return [1n, 2n, 3n, 4n, 5n, 6n, 8n].map((step) => step * power).find((round) => round >= amount) ?? power * 10n;
}

function highest(amounts: readonly { in: AmountMinor; out: AmountMinor }[], side: "in" | "out"): AmountMinor {
	let most = 0n;
	for (const day of amounts) if (day[side] > most) most = day[side];
	return most;
}

/** Percent, 0 to 100. */
export type Share = number;

/** Returns `part` of `whole` in percent, cut to two decimals, which suffice for a drawing; 0 unless both are positive. */
export function share(part: AmountMinor, whole: AmountMinor): Share {
	if (whole <= 0n || part <= 0n) return 0;
	return Number((part * 10_000n) / whole) / 100;
}

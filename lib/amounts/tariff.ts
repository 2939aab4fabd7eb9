/** Estimates the service's fee from the lines of a wallet. Amounts and fees are in hundredths. */
import type { AmountMinor } from "#lib/money.ts";

export interface FeeLine {
	amount: AmountMinor;
	fee: AmountMinor;
}

const SHARES = 10_000n;

/** The highest fee assumed for a payout while no line shows the service's fee: 3 percent, rounded down. */
export function highestFee(amount: AmountMinor): AmountMinor {
	return (amount * 3n) / 100n;
}

/** The most frequent fee of lines with exactly this amount, the smallest of equally frequent ones; null without such a line. */
export function equalFee(lines: readonly FeeLine[], amount: AmountMinor): AmountMinor | null {
	return mostUsual(lines.filter((line) => line.amount === amount).map(({ fee }) => fee));
}

/** The fee at the lines' most frequent ratio of fee to amount, rounded up to whole units unless a fee has a fraction. Null without lines. */
export function shareFee(lines: readonly FeeLine[], amount: AmountMinor): AmountMinor | null {
	const share = mostUsual(lines.map((line) => (line.fee * SHARES) / line.amount));
	if (share === null) return null;
	const unit = lines.every(({ fee }) => fee % 100n === 0n) ? 100n : 1n;
	const divisor = SHARES * unit;
	return ((amount * share + divisor - 1n) / divisor) * unit;
}

/**
 * The fee of earlier lines of this amount if it was always the same; else the ratio or the flat fee that fits nine of ten lines. Null when
 * neither fits, or when both fit and give different fees.
 */
export function expectedFee(lines: readonly FeeLine[], amount: AmountMinor): AmountMinor | null {
	const ofAmount = lines.filter((line) => line.amount === amount);
	const equal = equalFee(lines, amount);
	if (equal !== null && ofAmount.every(({ fee }) => fee === equal)) return equal;
	const flat = mostUsual(lines.map(({ fee }) => fee));
	const guesses = [
		{ fee: shareFee(lines, amount), feeOf: (line: FeeLine) => shareFee(lines, line.amount) },
		{ fee: flat, feeOf: () => flat },
	].filter(({ feeOf }) => lines.filter((line) => feeOf(line) === line.fee).length * 10 >= lines.length * 9);
	const fees = new Set(guesses.map(({ fee }) => fee));
	const [only = null] = fees.size === 1 ? fees : [];
	return only;
}

function mostUsual(values: readonly bigint[]): bigint | null {
	const counts = new Map<bigint, number>();
	for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
	const [best] = [...counts].sort(([a, times], [b, others]) => others - times || (a < b ? -1 : 1));
	return best ? best[0] : null;
}

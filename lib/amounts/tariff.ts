/** Estimates the service's fee from the lines of a wallet. In hundredths. */
import type { AmountMinor } from "#lib/money.ts";

export interface FeeLine {
	amount: AmountMinor;
	fee: AmountMinor;
}

const SHARES = 10_000n;

/** The most frequent fee of exactly this amount, the smallest if several tie; null without such a line. */
export function equalFee(lines: readonly FeeLine[], amount: AmountMinor): AmountMinor | null {
	return mostUsual(lines.filter((line) => line.amount === amount).map(({ fee }) => fee));
}

/** The fee by the share of the amount that most lines took, rounded up to whole units unless a line's fee has a fraction. */
export function shareFee(lines: readonly FeeLine[], amount: AmountMinor): AmountMinor | null {
	const share = mostUsual(lines.map((line) => (line.fee * SHARES) / line.amount));
	if (share === null) return null;
	const unit = lines.every(({ fee }) => fee % 100n === 0n) ? 100n : 1n;
	const divisor = SHARES * unit;
	return ((amount * share + divisor - 1n) / divisor) * unit;
}

/**
 * The fee to show as expected: the fee of this exact amount, or the share or flat fee that matches nine of ten lines. Null when
 * nothing is known or the two disagree.
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

/** The most frequent value, the smallest if several tie; null without values. */
function mostUsual(values: readonly bigint[]): bigint | null {
	const counts = new Map<bigint, number>();
	for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
	const [best] = [...counts].sort(([a, times], [b, others]) => others - times || (a < b ? -1 : 1));
	return best ? best[0] : null;
}

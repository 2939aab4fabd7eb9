/** What a service takes of an amount, as far as the lines of a wallet tell. In hundredths. Pure. */
import type { AmountMinor } from "#lib/money.ts";

export interface FeeLine {
	amount: AmountMinor;
	fee: AmountMinor;
}

const SHARES = 10_000n;

/** The fee that most lines of this very amount had; null without such a line. Of equals the smallest. */
export function equalFee(lines: readonly FeeLine[], amount: AmountMinor): AmountMinor | null {
	return mostUsual(lines.filter((line) => line.amount === amount).map(({ fee }) => fee));
}

/** By the most usual share, in hundredths of a percent, rounded up to the unit; null without a line. */
export function shareFee(lines: readonly FeeLine[], amount: AmountMinor): AmountMinor | null {
	const share = mostUsual(lines.map((line) => (line.fee * SHARES) / line.amount));
	if (share === null) return null;
	const unit = lines.every(({ fee }) => fee % 100n === 0n) ? 100n : 1n;
	const divisor = SHARES * unit;
	return ((amount * share + divisor - 1n) / divisor) * unit;
}

/**
 * What may be told to people as expected: the fee of this very amount, or the share or flat fee that explains nine lines of ten
 * to the unit. Null where nothing is known, or where what is known says two different things.
 */
export function expectedFee(lines: readonly FeeLine[], amount: AmountMinor): AmountMinor | null {
	const ofAmount = lines.filter((line) => line.amount === amount);
	const equal = equalFee(lines, amount);
	if (equal !== null && ofAmount.every(({ fee }) => fee === equal)) return equal;
	const flat = mostUsual(lines.map(({ fee }) => fee));
	const guesses = [
		{ fee: shareFee(lines, amount), told: (line: FeeLine) => shareFee(lines, line.amount) },
		{ fee: flat, told: () => flat },
	].filter(({ told }) => lines.filter((line) => told(line) === line.fee).length * 10 >= lines.length * 9);
	const fees = new Set(guesses.map(({ fee }) => fee));
	const [only = null] = fees.size === 1 ? fees : [];
	return only;
}

/** Of equals the smallest. */
function mostUsual(values: readonly bigint[]): bigint | null {
	const counts = new Map<bigint, number>();
	for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
	const [best] = [...counts].sort(([a, times], [b, others]) => others - times || (a < b ? -1 : 1));
	return best ? best[0] : null;
}

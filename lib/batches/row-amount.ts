import { parseWrittenAmount } from "#lib/amounts/written-amount.ts";
import { type Decimal, parseDecimal, toDecimal } from "#lib/money.ts";

/** Reads a row's amount as two-decimal text, even if another cell of the row is wrong; null when it cannot be read as one amount. */
export function rowAmount({ amount, currency }: { amount: string; currency: string }): Decimal | null {
	const plain = parseDecimal(amount);
	if (plain !== null) return toDecimal(plain);
	const written = parseWrittenAmount(amount, currency);
	return "fault" in written ? null : toDecimal(written.amountMinor);
}

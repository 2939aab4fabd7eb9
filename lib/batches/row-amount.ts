/** The amount of a row as a number, also while another cell of the row is wrong. */
import { parseWrittenAmount } from "#lib/amounts/written-amount.ts";
import { type Decimal, parseDecimal, toDecimal } from "#lib/money.ts";

/** Null for what cannot be read as one amount. */
export function rowAmount({ amount, currency }: { amount: string; currency: string }): Decimal | null {
	const plain = parseDecimal(amount);
	if (plain !== null) return toDecimal(plain);
	const written = parseWrittenAmount(amount, currency);
	return "fault" in written ? null : toDecimal(written.amountMinor);
}

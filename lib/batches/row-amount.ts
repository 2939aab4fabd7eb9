import { parseWrittenAmount } from "#lib/amounts/written-amount.ts";
import { type Decimal, parseDecimal, toDecimal } from "#lib/money.ts";

/** Returns a row's amount as two-decimal text, even when other cells of the row have faults; null when the amount is unreadable. */
export function rowAmount({ amount, currency }: { amount: string; currency: string }): Decimal | null {
	const plain = parseDecimal(amount);
	if (plain !== null) return toDecimal(plain);
	const written = parseWrittenAmount(amount, currency);
	return "fault" in written ? null : toDecimal(written.amountMinor);
}

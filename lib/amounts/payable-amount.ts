import { type AmountMinor, currencyDecimals, MAX_AMOUNT_MINOR, parseDecimal } from "#lib/money.ts";

export type AmountFault = "not_a_number" | "not_positive" | "too_many_decimals" | "too_large";

/** Reads an amount to pay: positive, at most 10^13 hundredths, and with no more decimals than the currency has. */
export function parsePayableAmount(
	text: string,
	currency: string,
): { amountMinor: AmountMinor } | { fault: AmountFault } {
	if (/^\d+[.]\d{3,}$/.test(text)) return { fault: "too_many_decimals" };
	const amountMinor = parseDecimal(text);
	if (amountMinor === null) return { fault: /^\d{19,}/.test(text) ? "too_large" : "not_a_number" };
	if (amountMinor <= 0n) return { fault: "not_positive" };
	if (amountMinor > MAX_AMOUNT_MINOR) return { fault: "too_large" };
	if (currencyDecimals(currency) === 0 && amountMinor % 100n !== 0n) return { fault: "too_many_decimals" };
	return { amountMinor };
}

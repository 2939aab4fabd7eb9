/** Parses an amount typed into a sandbox page or sent to its controls, by the rules of the desk's forms. */
import { plainAmount } from "#lib/amounts/amount-text.ts";
import { parsePayableAmount } from "#lib/amounts/payable-amount.ts";

export function readTypedAmount(text: string, currency: string): ReturnType<typeof parsePayableAmount> {
	// The desk's forms show the cleaned text. Here nobody would notice a removed minus sign, so text with such characters is not cleaned.
	const isPlain = /^[\d\s.,]*$/.test(text);
	return parsePayableAmount(isPlain ? plainAmount(text) : text, currency);
}

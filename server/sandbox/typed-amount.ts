/** Parses an amount typed into a sandbox page or sent to its controls, by the rules of the desk's forms. */
import { plainAmount } from "#lib/amounts/amount-text.ts";
import { parsePayableAmount } from "#lib/amounts/payable-amount.ts";

export function readTypedAmount(text: string, currency: string): ReturnType<typeof parsePayableAmount> {
	// A form of the desk shows what remains of the typed text. Here a dropped minus sign would go unnoticed, so such a text stays as it is.
	const isPlain = /^[\d\s.,]*$/.test(text);
	return parsePayableAmount(isPlain ? plainAmount(text) : text, currency);
}

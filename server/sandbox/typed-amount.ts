/** An amount that a person typed into a page of the sandbox, or a program sent to its controls: read as the desk's forms read it. */
import { plainAmount } from "#lib/amount-text.ts";
import { parsePayableAmount } from "#lib/money.ts";

export function readTypedAmount(text: string, currency: string): ReturnType<typeof parsePayableAmount> {
	// The desk shows what it has kept of a text while it is typed; here nobody would see that a minus sign fell away.
	const isPlain = /^[\d\s.,]*$/.test(text);
	return parsePayableAmount(isPlain ? plainAmount(text) : text, currency);
}

/** The code a payer dials, with this payment's own figures. Pure. */
import { parseDecimal, toWireNumber } from "#lib/money.ts";

/** `{amount}` becomes the plain amount; `{pin}` stays the payer's own business and is only named. */
export function filledDialCode(code: string, amount: string, secretWords: string): string {
	const minor = parseDecimal(amount);
	return code
		.replaceAll("{amount}", minor === null ? amount : toWireNumber(minor))
		.replaceAll("{pin}", `‹${secretWords}›`);
}

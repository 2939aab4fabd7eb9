/** The code a payer dials, with this payment's own figures. Pure. */
import { minorOf, toWireNumber } from "#lib/money.ts";

/** `{amount}` becomes the plain amount; `{pin}` stays the payer's own business and is only named. */
export function filledDialCode(code: string, amount: string, secretText: string): string {
	return code.replaceAll("{amount}", toWireNumber(minorOf(amount))).replaceAll("{pin}", `‹${secretText}›`);
}

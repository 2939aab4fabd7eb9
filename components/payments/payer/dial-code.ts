import { minorOf, toWireNumber } from "#lib/money.ts";

/** `{amount}` becomes the plain amount; `{pin}` becomes a placeholder, because only the payer knows it. */
export function filledDialCode(code: string, amount: string, secretText: string): string {
	return code.replaceAll("{amount}", toWireNumber(minorOf(amount))).replaceAll("{pin}", `‹${secretText}›`);
}

/** Converts an amount to a JSON number, digit by digit; no other code of the desk does (payments.md rule 8). */
import { type AmountMinor, MAX_AMOUNT_MINOR, toPlainDigits } from "#lib/money.ts";
import { ServiceError } from "#server/errors.ts";

declare global {
	interface JSON {
		/** Node 22 and later have this function of ES2026; TypeScript's library does not declare it yet. */
		rawJSON(text: string): unknown;
	}
}

/** Returns a value for `JSON.stringify`. Throws ServiceError `not_sent` for an amount that is not payable. */
export function jsonAmount(amountMinor: AmountMinor): unknown {
	if (amountMinor <= 0n || amountMinor > MAX_AMOUNT_MINOR) throw new ServiceError("not_sent", "amount_shape");
	return JSON.rawJSON(toPlainDigits(amountMinor));
}

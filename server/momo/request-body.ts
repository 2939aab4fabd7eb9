/** The bodies of the two POSTs. No other code of the desk makes a JSON number of an amount (payments.md rule 8). */
import { type AmountMinor, MAX_AMOUNT_MINOR, toPlainDigits } from "#lib/money.ts";
import { CURRENCY_PATTERN } from "#lib/paths.ts";
import { ServiceError } from "#server/errors.ts";
import type { DepositOrder, PayoutOrder } from "#server/momo/service.ts";

/** Throws ServiceError `not_sent` when the amount, the currency or the number does not have the form that the service requires. */
export function depositBody(order: DepositOrder): string {
	if (!/^[1-9]\d{6,14}$/.test(order.phoneNumber)) throw new ServiceError("not_sent", "phone_shape");
	return JSON.stringify({
		amount: jsonAmount(order.amountMinor),
		currency: wireCurrency(order.currency),
		operator: order.operator,
		country: order.country,
		phone_number: order.phoneNumber,
		opaque_id: order.opaqueId,
	});
}

/** Throws ServiceError `not_sent` when the amount, the currency or the number does not have the form that the service requires. */
export function payoutBody(order: PayoutOrder): string {
	if (!/^\+[1-9]\d{6,14}$/.test(order.destination)) throw new ServiceError("not_sent", "destination_shape");
	return JSON.stringify({
		amount: jsonAmount(order.amountMinor),
		currency: wireCurrency(order.currency),
		operator: order.operator,
		country: order.country,
		destination: order.destination,
		metadata: order.metadata,
	});
}

function wireCurrency(currency: string): string {
	if (!CURRENCY_PATTERN.test(currency)) throw new ServiceError("not_sent", "currency_shape");
	return currency;
}

declare global {
	interface JSON {
		/** Node 22 and later have this function of ES2026; TypeScript's library does not declare it yet. */
		rawJSON(text: string): unknown;
	}
}

/** Returns a value for `JSON.stringify`, digit by digit. Throws ServiceError `not_sent` for an amount that is not payable. */
function jsonAmount(amountMinor: AmountMinor): unknown {
	if (amountMinor <= 0n || amountMinor > MAX_AMOUNT_MINOR) throw new ServiceError("not_sent", "amount_shape");
	return JSON.rawJSON(toPlainDigits(amountMinor));
}

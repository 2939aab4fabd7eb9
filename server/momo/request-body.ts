/** The bodies of the two POSTs. The amount becomes a JSON number here and nowhere else, digit by digit (payments.md rule 8). */
import { type AmountMinor, MAX_AMOUNT_MINOR, toWireNumber } from "#lib/money.ts";
import { CURRENCY_PATTERN } from "#lib/paths.ts";
import { ServiceError } from "#server/errors.ts";
import type { DepositOrder, PayoutOrder } from "#server/momo/service.ts";

declare global {
	interface JSON {
		/** ES2026; Node 22 and later have it, TypeScript's library not yet. */
		rawJSON(text: string): unknown;
	}
}

/** Throws ServiceError `not_sent` for an order that must not leave the house. */
export function depositBody(order: DepositOrder): string {
	if (!/^[1-9]\d{6,14}$/.test(order.phoneNumber)) throw new ServiceError("not_sent", "phone_shape");
	return JSON.stringify({
		amount: wireAmount(order.amountMinor),
		currency: wireCurrency(order.currency),
		operator: order.operator,
		country: order.country,
		phone_number: order.phoneNumber,
		opaque_id: order.opaqueId,
	});
}

/** Throws ServiceError `not_sent` for an order that must not leave the house. */
export function payoutBody(order: PayoutOrder): string {
	if (!/^\+[1-9]\d{6,14}$/.test(order.destination)) throw new ServiceError("not_sent", "destination_shape");
	return JSON.stringify({
		amount: wireAmount(order.amountMinor),
		currency: wireCurrency(order.currency),
		operator: order.operator,
		country: order.country,
		destination: order.destination,
		metadata: order.metadata,
	});
}

function wireAmount(amountMinor: AmountMinor): unknown {
	if (amountMinor <= 0n || amountMinor > MAX_AMOUNT_MINOR) throw new ServiceError("not_sent", "amount_shape");
	return JSON.rawJSON(toWireNumber(amountMinor));
}

function wireCurrency(currency: string): string {
	if (!CURRENCY_PATTERN.test(currency)) throw new ServiceError("not_sent", "currency_shape");
	return currency;
}

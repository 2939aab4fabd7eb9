/**
 * What stood for a cause before causes were codes (migration 0021): the old English sentence → its code. What may be rewritten was, by
 * that migration; events of payments, the record and answers waiting in a file stand as they were written and are read by this for good. Pure.
 */
import { type Cause, type CauseKey, statusCause } from "#lib/causes.ts";

export const OLD_CAUSES: ReadonlyMap<string, CauseKey> = new Map([
	["the service's name could not be looked up", "lookup"],
	["the connection could not be made", "connect"],
	["the secure connection could not be made", "tls"],
	["the connection took too long", "connect_timeout"],
	["the connection stood too late: the machine had slept", "too_late"],
	["no answer came in time", "headers_timeout"],
	["the answer stopped half-way", "body_timeout"],
	["the answer took too long", "total_timeout"],
	["the connection broke off", "broken_off"],
	["the answer was not HTTP", "not_http"],
	["the answer was too large", "too_large"],
	["the answer was compressed although it must not be", "encoded"],
	["the request could not be made", "not_made"],
	["the answer was not JSON", "not_json"],
	["the answer could not be read", "unreadable"],
	["the answer names no reference", "no_reference"],
	["the amount, currency or type in the answer cannot be read", "foreign_money"],
	["the answer lacks what it must hold", "incomplete"],
	["the service knows no such wallet", "no_wallet"],
	["the service did not answer and is let rest", "rest"],
	["too many questions wait already", "crowd"],
	["the question failed", "question"],
	["the answer speaks of another reference", "other_reference"],
	["the answer speaks of another currency", "other_currency"],
	["the phone number is not digits alone", "phone_shape"],
	["the destination is not a number with its plus sign", "destination_shape"],
	["the amount cannot be sent", "amount_shape"],
	["this is not the shape of a currency code", "currency_shape"],
	["this is not the shape of a reference", "reference_shape"],
	["the path would leave the service", "path_outside"],
	["none of the movements can be read", "no_line_readable"],
	["the movements are too many bytes", "list_too_large"],
	["the movements are too many", "list_too_long"],
	["a movement is too long", "line_too_long"],
	["the movements broke off", "list_broken_off"],
	["the movements are not a JSON array", "not_a_list"],
]);
const STATUS = /^the service answered (\d{3})(?: and was not followed)?$/;

/** Null: not one of ours, so words of the service or of a person. */
export function oldCause(text: string): Cause | null {
	const [, status] = STATUS.exec(text) ?? [];
	return status === undefined ? (OLD_CAUSES.get(text) ?? null) : statusCause(Number(status));
}

/** Zod schemas of the service's JSON: strict on fields that carry money, lenient on the rest; unknown fields are ignored. */
import { z } from "zod";
import type { UnreadableFault } from "#lib/contracts/movement.ts";
import { CURRENCY_PATTERN, REFERENCE_PATTERN } from "#lib/paths.ts";
import { replaceUnprintable } from "#server/momo/foreign-text.ts";

/** The specification says "decimal with two fraction digits": no other text is money. */
const wireDecimal = z.string().regex(/^(0|[1-9]\d{0,17})\.\d{2}$/);
const wireBalance = z.string().regex(/^-?(0|[1-9]\d{0,17})\.\d{2}$/);
const wireReference = z.string().regex(REFERENCE_PATTERN);
const wireCurrency = z.string().regex(CURRENCY_PATTERN);
// Control and bidi characters are replaced, not removed: "success\u0000" must not become "success", and PostgreSQL takes no NUL.
const wireStatus = z.string().min(1).max(200).overwrite(replaceUnprintable);
const wireText = z.string().max(2_000).overwrite(replaceUnprintable);
/** Allows only years that both a PostgreSQL timestamp and our own JSON can represent. */
const wireTime = z.iso.datetime({ offset: true }).regex(/^(?!9999)[1-9]/);
/** Times carry no money: an unreadable time is dropped, not fatal. */
const wireOptionalTime = wireTime.nullish().catch(null);

const wireHistoryEntry = z.looseObject({ status: wireText, source: wireText.catch(""), timestamp: wireOptionalTime });

const wireHistory = z
	.array(wireHistoryEntry.nullable().catch(null))
	.catch([])
	.transform((entries) => entries.filter((entry) => entry !== null));

const wireTransaction = {
	reference: wireReference,
	transaction_type: wireText,
	status: wireStatus,
	amount: wireDecimal,
	currency: wireCurrency,
};
const wireTimes = { created_at: wireOptionalTime, processed_at: wireOptionalTime };
const wireStarted = {
	...wireTransaction,
	...wireTimes,
	opaque_id: wireText.nullish().catch(null),
	type: wireText.nullish().catch(null),
	operator_name: wireText.nullish().catch(null),
};
export const wireDeposit = z.looseObject({
	...wireStarted,
	payment_url: wireText.nullish().catch(null),
	// A picture as a data URI can be long; 200 KB is far more than any QR code needs.
	qr_code: z.string().max(300_000).overwrite(replaceUnprintable).nullish().catch(null),
});
export const wirePayout = z.looseObject(wireStarted);

export const wireDetail = z.looseObject({ ...wireTransaction, history: wireHistory });
export const wireStatusAnswer = z.looseObject({ ...wireTransaction, ...wireTimes });
export const wireWallet = z.looseObject({
	wallet_reference: wireText,
	balance: wireBalance,
	currency_code: wireCurrency,
	updated_at: wireTime,
});
/** Assumption: amount and fee have no sign; the type gives the direction. Guessing that a minus repeats it could turn a reversal around. */
export const wireMovement = z.looseObject({
	movement_type: z.string().min(1).max(64).overwrite(replaceUnprintable),
	amount: wireDecimal,
	fee_amount: wireDecimal,
	currency_code: wireCurrency,
	created_at: wireTime,
});

/** An unreadable line. It is a class, so that `instanceof` distinguishes it from the service's objects: these may have any fields. */
export class UnreadableLine {
	/** The first field that cannot be read; null: the whole line. */
	readonly field: string | null;
	readonly fault: UnreadableFault;
	/** The line's beginning as received, without our keys. */
	readonly excerpt: string;
	/** The line's time where readable, which helps to identify a known line. */
	readonly createdAt: string | null;

	constructor(fault: Pick<UnreadableLine, "field" | "fault" | "excerpt" | "createdAt">) {
		this.field = fault.field;
		this.fault = fault.fault;
		this.excerpt = fault.excerpt;
		this.createdAt = fault.createdAt;
	}
}

export type WireDeposit = z.infer<typeof wireDeposit>;
export type WirePayout = z.infer<typeof wirePayout>;
export type WireDetail = z.infer<typeof wireDetail>;
export type WireStatus = z.infer<typeof wireStatusAnswer>;
export type WireWallet = z.infer<typeof wireWallet>;
export type WireMovement = z.infer<typeof wireMovement>;

/** Payments: what was started here. One schema for the form, the route and the verb. */
import { z } from "zod";
import {
	countrySchema,
	currencySchema,
	decimalSchema,
	e164Schema,
	operatorCodeSchema,
	plainTextSchema,
	timeSchema,
} from "#lib/contracts/common-fields.ts";
import { parsePayableAmount } from "#lib/money.ts";
import { PAYMENT_STATES } from "#lib/payment-state.ts";

/** Amounts are plain decimal text, never a JSON number: "45000", "12.50". */
function payable<T extends z.ZodType<{ amount: string; currency: string }>>(schema: T): T {
	return schema.check((ctx) => {
		const parsed = parsePayableAmount(ctx.value.amount, ctx.value.currency);
		if ("fault" in parsed) {
			ctx.issues.push({ code: "custom", path: ["amount"], message: parsed.fault, input: ctx.value.amount });
		}
	}) as T;
}

export const depositRequestSchema = payable(
	z.strictObject({
		amount: z.string().min(1).max(24),
		currency: currencySchema,
		operator: operatorCodeSchema,
		country: countrySchema,
		phoneNumber: e164Schema,
		note: plainTextSchema(140).optional(),
	}),
);
export type DepositRequest = z.infer<typeof depositRequestSchema>;

export const payoutRequestSchema = payable(
	z.strictObject({
		amount: z.string().min(1).max(24),
		currency: currencySchema,
		operator: operatorCodeSchema,
		country: countrySchema,
		destination: e164Schema,
		/** Free-form for the service; the desk writes `note`. At most 10 keys. */
		metadata: z
			.record(z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/), plainTextSchema(140))
			.refine((value) => Object.keys(value).length <= 10)
			.optional(),
	}),
);
export type PayoutRequest = z.infer<typeof payoutRequestSchema>;

/** The header both starts carry; made when the form is drawn. */
export const idempotencyKeySchema = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);

export const decisionSchema = z.strictObject({
	decision: z.enum(["approve", "reject", "cancel"]),
	/** The version that the person looked at: an approval is bound to what was seen. */
	version: z.number().int().min(1),
	reason: plainTextSchema(280).optional(),
});
export type Decision = z.infer<typeof decisionSchema>;

/** A reference that people found elsewhere: it counts once the service itself confirms it. */
export const referenceResolutionSchema = z.strictObject({
	reference: z.string().min(1).max(128),
	version: z.number().int().min(1),
});

/** A person's word on an outcome that the service does not tell; a second person must say the same. */
export const wordSchema = z.strictObject({
	outcome: z.enum(["paid", "not_paid"]),
	/** The payment's amount, typed by the person: plain decimal text. */
	amount: z.string().min(1).max(24),
	reason: plainTextSchema(280).min(1),
	version: z.number().int().min(1),
});
export type Word = z.infer<typeof wordSchema>;

export const resolutionSchema = z.union([referenceResolutionSchema, wordSchema]);
export type Resolution = z.infer<typeof resolutionSchema>;

/** The `[id]` of our paths. */
export const paymentPathSchema = z.strictObject({ id: z.string().regex(/^[A-Za-z0-9-]{1,64}$/) });

const personSchema = z.object({ id: z.string(), name: z.string() });

export const paymentEventSchema = z.object({
	state: z.enum(PAYMENT_STATES),
	at: timeSchema,
	/** A member, the service, or Cauri itself. */
	by: z.object({ kind: z.enum(["member", "service", "cauri"]), name: z.string().nullable() }),
	/** What happened: key of `payments.events` in lib/i18n. */
	event: z.string(),
	/** Words as they came (reason of a person, status or message of the service); ≤ 300 characters, never trusted. */
	note: z.string().nullable(),
});
export type PaymentEvent = z.infer<typeof paymentEventSchema>;

export const paymentSchema = z.object({
	id: z.string(),
	kind: z.enum(["deposit", "payout"]),
	state: z.enum(PAYMENT_STATES),
	version: z.number().int(),
	amount: decimalSchema,
	currency: currencySchema,
	operator: z.string(),
	operatorName: z.string(),
	/** How the payer completes a deposit; null for payouts. */
	flow: z.enum(["payment_url", "otp", "ussd"]).nullable(),
	country: z.string(),
	/** E.164. A deposit's payer, null on payouts. */
	phoneNumber: z.string().nullable(),
	/** E.164. A payout's recipient, null on deposits. */
	destination: z.string().nullable(),
	note: z.string().nullable(),
	reference: z.string().nullable(),
	opaqueId: z.string(),
	serviceStatus: z.string().nullable(),
	paymentUrl: z.string().nullable(),
	/** A checked `data:image/png` of the service, or plain text for us to draw; `paymentUrl` is drawn when it is null. */
	qrCode: z.string().nullable(),
	createdAt: timeSchema,
	sentAt: timeSchema.nullable(),
	processedAt: timeSchema.nullable(),
	/** When the payer's window ends (deposits), when the permit's deadline passes (sending). */
	deadlineAt: timeSchema.nullable(),
	lastCheckedAt: timeSchema.nullable(),
	nextCheckAt: timeSchema.nullable(),
	/** Why the last look at an open payment did not work, ours or the service's words; null when it did. */
	lookFault: z.string().nullable(),
	/** The success came after the payer's window had ended. */
	late: z.boolean(),
	maker: personSchema.nullable(),
	approver: personSchema.nullable(),
	history: z.array(paymentEventSchema),
});
export type Payment = z.infer<typeof paymentSchema>;

/** A line of a list: no history. */
export const paymentLineSchema = paymentSchema.omit({ history: true });
export type PaymentLine = z.infer<typeof paymentLineSchema>;

/** The query string of `/api/deposits`, `/api/payouts` and their pages. */
export const paymentQuerySchema = z.object({
	/** `open` is every state that is not final. */
	state: z.enum(["open", ...PAYMENT_STATES]).optional(),
	currency: currencySchema.optional(),
	from: z.iso.date().optional(),
	to: z.iso.date().optional(),
	/** A piece of a reference or of our id, or the last digits of a number. */
	search: z.string().trim().max(64).optional(),
	/** Newest first unless it says otherwise: approvals begin with what waits longest. */
	sort: z.enum(["-createdAt", "createdAt"]).optional(),
	cursor: z.string().max(400).optional(),
	limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type PaymentQuery = z.infer<typeof paymentQuerySchema>;

export const paymentListSchema = z.object({
	items: z.array(paymentLineSchema),
	nextCursor: z.string().nullable(),
	total: z.number().int(),
});
export type PaymentList = z.infer<typeof paymentListSchema>;

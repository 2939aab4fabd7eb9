/** Payments: what was started here. One schema for the form, the route and the verb. */

import { z } from "zod";
import {
	calendarDaySchema,
	countrySchema,
	currencySchema,
	decimalSchema,
	e164Schema,
	freeReasonSchema,
	fullReasonSchema,
	idSchema,
	operatorCodeSchema,
	paymentKindSchema,
	plainTextSchema,
	reasonSchema,
	timeSchema,
} from "#lib/contracts/common-fields.ts";
import { exportFields } from "#lib/contracts/export.ts";
import { paymentEventSchema } from "#lib/contracts/payment-event.ts";
import { limitUseSchema } from "#lib/contracts/payout-rule.ts";
import { serviceFaultSchema } from "#lib/contracts/service-fault.ts";
import { FLOWS } from "#lib/flows.ts";
import { type Decimal, parseDecimal, parsePayableAmount, toDecimal } from "#lib/money.ts";
import { PAYMENT_STATES, VERDICT_OUTCOMES } from "#lib/payment-state.ts";
import { STATUS_MEANINGS } from "#lib/status-meaning.ts";
import { typedText } from "#lib/typed-text.ts";
import { PAGE_ROWS } from "#lib/view-address.ts";

type Priced = z.ZodType<{ amount: string; currency: string }>;
type Payable<T extends Priced> = z.ZodType<Omit<z.output<T>, "amount"> & { amount: Decimal }, z.input<T>>;

/** Amounts come as plain decimal text, never as a JSON number ("45000", "12.5"), and leave as what is kept: "45000.00". */
function payable<T extends Priced>(schema: T): Payable<T> {
	return schema.check((ctx) => {
		const parsed = parsePayableAmount(ctx.value.amount, ctx.value.currency);
		if ("amountMinor" in parsed) ctx.value = { ...ctx.value, amount: toDecimal(parsed.amountMinor) };
		else ctx.issues.push({ code: "custom", path: ["amount"], message: parsed.fault, input: ctx.value.amount });
	}) as unknown as Payable<T>;
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
/** As typed; the schema leaves its amount as it is kept. */
export type DepositRequest = z.input<typeof depositRequestSchema>;

const payoutFacts = {
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
	/** Said after the earlier payments of the same number and amount were seen: why there is one more. */
	duplicate: z
		.strictObject({
			of: z.array(z.string().max(64)).min(1).max(50),
			reason: fullReasonSchema,
		})
		.optional(),
};

export const payoutRequestSchema = payable(z.strictObject(payoutFacts));
/** As typed. */
export type PayoutRequest = z.input<typeof payoutRequestSchema>;
/** As the schema leaves it. */
export type ReadPayoutRequest = z.output<typeof payoutRequestSchema>;

/** Of a payout that still waits: what is given replaces what stands there, and the approvals so far are void. */
export const payoutCorrectionSchema = z
	.strictObject({ ...payoutFacts, version: z.number().int().min(1) })
	.partial()
	.omit({ currency: true })
	.required({ version: true });
export type PayoutCorrection = z.infer<typeof payoutCorrectionSchema>;

/** What would become of a payout, asked while it is typed. A POST: numbers never stand in an address. */
export const payoutPreviewRequestSchema = payable(
	z.strictObject({
		amount: payoutFacts.amount,
		currency: currencySchema,
		/** Whose fee is to be expected; without it none is told. */
		operator: operatorCodeSchema.optional(),
		/** Null while it is no number yet. */
		destination: e164Schema.nullable(),
		/** The payout that is being corrected is not its own duplicate. */
		correcting: z.string().max(64).optional(),
	}),
);
export type PayoutPreviewRequest = z.input<typeof payoutPreviewRequestSchema>;

const payoutPreviewSchema = z.object({
	/** Ids of payments of the same number and amount that are not proven unpaid, newest first. */
	duplicates: z.array(z.string()),
	approvers: z.union([z.literal(0), z.literal(1), z.literal(2)]),
	limits: z.array(limitUseSchema),
	/** The limit that would refuse it. */
	broken: limitUseSchema.nullable(),
	/** Learned from the lines of this wallet and operator; null when they tell nothing. */
	expectedFee: decimalSchema.nullable(),
	/** Null when the balance was never read. */
	balance: z
		.object({
			balance: decimalSchema,
			at: timeSchema,
			/** Approved or being sent: the balance does not show these yet. With their expected fees, where those are known. */
			onItsWay: z.object({ count: z.number().int(), amount: decimalSchema }),
			/** Waiting for approval: would come on top. */
			waiting: z.object({ count: z.number().int(), amount: decimalSchema }),
			/** Balance less what is on its way less this payout and its expected fee; below zero it will not suffice. */
			rest: decimalSchema,
		})
		.nullable(),
});
export type PayoutPreview = z.infer<typeof payoutPreviewSchema>;

export const depositPreviewRequestSchema = payable(
	z.strictObject({ amount: payoutFacts.amount, currency: currencySchema, operator: operatorCodeSchema }),
);
export type DepositPreviewRequest = z.input<typeof depositPreviewRequestSchema>;

/** `expectedFee` as of a payout; `arrives`: the amount less it. Both null when nothing is known. */
const depositPreviewSchema = z.object({
	expectedFee: decimalSchema.nullable(),
	arrives: decimalSchema.nullable(),
});
export type DepositPreview = z.infer<typeof depositPreviewSchema>;

/** The header both starts carry; made when the form is drawn. */
export const idempotencyKeySchema = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);

export const decisionSchema = z.strictObject({
	decision: z.enum(["approve", "reject", "cancel"]),
	/** The version that the person looked at: an approval is bound to what was seen. */
	version: z.number().int().min(1),
	reason: freeReasonSchema.optional(),
	/** Of an approval: the payouts of the same number and amount that came since it was asked for were seen, and why all the same. */
	duplicate: payoutFacts.duplicate,
});
export type Decision = z.infer<typeof decisionSchema>;

/** A reference that people found elsewhere: it counts once the service itself confirms it. */
export const referenceResolutionSchema = z.strictObject({
	reference: z.string().min(1).max(128),
	version: z.number().int().min(1),
});

/** A person's verdict on an outcome that the service does not tell; a second person must say the same. */
export const verdictSchema = z
	.strictObject({
		outcome: z.enum(VERDICT_OUTCOMES),
		/** Typed by the person, plain decimal text: the payment's amount, or of `paid_other` the one that was paid. */
		amount: z.string().min(1).max(24),
		reason: reasonSchema,
		version: z.number().int().min(1),
	})
	.check((ctx) => {
		const { amount, outcome } = ctx.value;
		const minor = parseDecimal(amount);
		if (minor !== null) ctx.value = { ...ctx.value, amount: toDecimal(minor) };
		// What is no amount is none of those that may be said. It goes on, so that a union tells this fault and not its own.
		else
			ctx.issues.push({
				code: "custom",
				path: ["amount"],
				message: amountFault(outcome),
				input: amount,
				continue: true,
			});
	});
export type VerdictInput = z.infer<typeof verdictSchema>;

/** Another amount than this outcome may be about. */
export function amountFault(outcome: VerdictInput["outcome"]): "amount_not_shown" | "amount_differs" {
	return outcome === "paid_other" ? "amount_not_shown" : "amount_differs";
}

export const resolutionSchema = z.union([referenceResolutionSchema, verdictSchema]);
export type Resolution = z.infer<typeof resolutionSchema>;

/** The `[id]` of our paths. */
export const paymentPathSchema = z.strictObject({ id: idSchema });

const personSchema = z.object({ id: z.string(), name: z.string() });

/** What an approved payout waits for: the balance that is read before it leaves cannot be. Nothing has left of it. */
const WAIT_KINDS = ["service_away", "service_busy", "balance_unread"] as const;
export type WaitKind = (typeof WAIT_KINDS)[number];

export const paymentSchema = z.object({
	id: z.string(),
	kind: paymentKindSchema,
	state: z.enum(PAYMENT_STATES),
	version: z.number().int(),
	amount: decimalSchema,
	currency: currencySchema,
	operator: z.string(),
	operatorName: z.string(),
	/** How the payer completes a deposit; null for payouts. */
	flow: z.enum(FLOWS).nullable(),
	country: z.string(),
	/** E.164. A deposit's payer, null on payouts. */
	phoneNumber: z.string().nullable(),
	/** E.164. A payout's recipient, null on deposits. */
	destination: z.string().nullable(),
	note: z.string().nullable(),
	reference: z.string().nullable(),
	opaqueId: z.string(),
	serviceStatus: z.string().nullable(),
	/** What `serviceStatus` means by the settings of now: the same as on the transaction's page and in Settings. */
	statusMeaning: z.enum(STATUS_MEANINGS).nullable(),
	/** Why the service did not do it, in its own word; null where it did not say. */
	failureReason: z.string().nullable(),
	/** What was really paid, where two people said that it was another amount; null: as asked. */
	paidAmount: decimalSchema.nullable(),
	paymentUrl: z.string().nullable(),
	/** A checked `data:image/png` of the service, or plain text for us to draw; `paymentUrl` is drawn when it is null. */
	qrCode: z.string().nullable(),
	createdAt: timeSchema,
	sentAt: timeSchema.nullable(),
	processedAt: timeSchema.nullable(),
	/** Until when the answer of the one POST is waited for; null before the permit. */
	sendDeadline: timeSchema.nullable(),
	/** When the payer's window at the operator usually ends; null for payouts, and until a deposit is accepted. */
	payerDeadline: timeSchema.nullable(),
	lastCheckedAt: timeSchema.nullable(),
	nextCheckAt: timeSchema.nullable(),
	/** Why the last check of an open payment did not work; null when it did. */
	checkFault: serviceFaultSchema.nullable(),
	/** The success came after the payer's window had ended. */
	late: z.boolean(),
	maker: personSchema.nullable(),
	approver: personSchema.nullable(),
	/** Of payouts: who has agreed so far, and how many the rules ask for. */
	approval: z
		.object({
			/** Standing words, oldest first; those that a correction voided are in the history alone. */
			given: z.array(personSchema.extend({ at: timeSchema })),
			/** Who agreed and may no longer approve: before it leaves, their words do not count. */
			lapsed: z.array(personSchema),
			/** By the rules of now; while it waits, always at least one more than were given. Null once it no longer waits. */
			needed: z.number().int().nullable(),
			/** Ids of members who corrected it: like its maker, they do not approve it. */
			correctedBy: z.array(z.string()),
		})
		.nullable(),
	/** What is not sent by then, approved or not, is not sent any more; null when that is no longer a question. */
	expiresAt: timeSchema.nullable(),
	/** It leaves by itself when that is over, until `expiresAt`; null while nothing of the service is in its way. */
	waits: z.object({ kind: z.enum(WAIT_KINDS), since: timeSchema, fault: serviceFaultSchema.nullable() }).nullable(),
	/** Payouts of the same number and amount, known when it was asked for or approved, and why all the same; `by`: who said so. */
	duplicate: z.object({ of: z.array(z.string()), reason: z.string(), by: z.string().nullable() }).nullable(),
	history: z.array(paymentEventSchema),
});
export type Payment = z.infer<typeof paymentSchema>;

/** A line of a list: no history, and no meaning of the service's word. */
export const paymentSummarySchema = paymentSchema.omit({ history: true, statusMeaning: true });
export type PaymentSummary = z.infer<typeof paymentSummarySchema>;

/** The query string of `/api/deposits`, `/api/payouts` and their pages. */
export const paymentQuerySchema = z.object({
	/** `open` is every state that is not final. */
	state: z.enum(["open", ...PAYMENT_STATES]).optional(),
	currency: currencySchema.optional(),
	from: calendarDaySchema.optional(),
	to: calendarDaySchema.optional(),
	/** A piece of a reference or of our id, or the last digits of a number. */
	search: z.string().overwrite(typedText).max(64).optional(),
	/** Newest first unless it says otherwise: approvals begin with what waits longest. */
	sort: z.enum(["-createdAt", "createdAt"]).optional(),
	cursor: z.string().max(400).optional(),
	limit: z.coerce.number().int().min(1).max(200).default(PAGE_ROWS),
});
export type PaymentQuery = z.infer<typeof paymentQuerySchema>;

/** The query string of the exports: the list's without its pages. */
export const paymentExportQuerySchema = paymentQuerySchema.omit({ cursor: true, limit: true }).extend(exportFields);
export type PaymentExportQuery = z.infer<typeof paymentExportQuerySchema>;

export const paymentListSchema = z.object({
	items: z.array(paymentSummarySchema),
	nextCursor: z.string().nullable(),
	total: z.number().int(),
});
export type PaymentList = z.infer<typeof paymentListSchema>;

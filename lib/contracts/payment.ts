/** Payments started here, and people's decisions about them. */

import { z } from "zod";
import { PAGE_ROWS } from "#lib/addresses/view-address.ts";
import {
	calendarDaySchema,
	currencySchema,
	decimalSchema,
	freeReasonSchema,
	idSchema,
	operatorCodeSchema,
	paymentKindSchema,
	reasonSchema,
	timeSchema,
} from "#lib/contracts/common-fields.ts";
import { exportFields } from "#lib/contracts/export.ts";
import { numberFactsSchema, numberMarksSchema } from "#lib/contracts/number-facts.ts";
import { paymentEventSchema } from "#lib/contracts/payment-event.ts";
import { payoutFacts } from "#lib/contracts/payment-request.ts";
import { limitUseSchema } from "#lib/contracts/payout-rule.ts";
import { payoutWaitSchema } from "#lib/contracts/payout-wait.ts";
import { serviceFaultSchema } from "#lib/contracts/service-fault.ts";
import { exportColumns, searchedSchema } from "#lib/contracts/view.ts";
import { parseDecimal, toDecimal } from "#lib/money.ts";
import { PAYMENT_STATES, VERDICT_OUTCOMES } from "#lib/payment-state.ts";
import { FLOWS } from "#lib/payments/flows.ts";
import { MOST_IN_A_LIST, MOST_SETTLED_IN_A_LIST } from "#lib/payments/lists.ts";
import { STATUS_MEANINGS } from "#lib/payments/status-meaning.ts";

/** `why`: the same purpose, the same reference, or the same number with a similar amount. */
const alikePayoutSchema = z.object({
	id: z.string(),
	why: z.enum(["purpose", "reference", "amount"]),
	amount: decimalSchema,
	currency: currencySchema,
	destination: z.string(),
	/** The name given at the request, else the name in the book now. */
	name: z.string().nullable(),
	note: z.string().nullable(),
	state: z.enum(PAYMENT_STATES),
	createdAt: timeSchema,
});
export type AlikePayout = z.infer<typeof alikePayoutSchema>;

const payoutPreviewSchema = z.object({
	/** The facts about the typed number; null until it is complete. */
	number: numberFactsSchema.nullable(),
	/** Payouts that may pay the same invoice, newest first: a warning that requires no reason. */
	alike: z.array(alikePayoutSchema),
	/** Ids of payments with the same number and amount that are not proven unpaid, newest first. */
	duplicates: z.array(z.string()),
	/** Withdrawals of this amount in the last day that match no payment here, newest first: it may be paid already. */
	unmatched: z.array(z.object({ id: z.string(), createdAt: timeSchema })),
	approvers: z.union([z.literal(0), z.literal(1), z.literal(2)]),
	limits: z.array(limitUseSchema),
	/** The limit that would refuse the payout; null when it is within all limits. */
	broken: limitUseSchema.nullable(),
	/** Estimated from the lines of this wallet and operator; null when they do not suffice. */
	expectedFee: decimalSchema.nullable(),
	/** Null when the balance was never read. */
	balance: z
		.object({
			balance: decimalSchema,
			at: timeSchema,
			/** Approved or being sent: the balance does not include these yet. With expected fees, where known. */
			onItsWay: z.object({ count: z.number().int(), amount: decimalSchema }),
			/** Other payouts that wait for approval. With expected fees, where known. */
			waiting: z.object({ count: z.number().int(), amount: decimalSchema }),
			/** Balance less `onItsWay`, `waiting`, this payout and its expected fee; below zero the balance does not suffice for all. */
			rest: decimalSchema,
		})
		.nullable(),
});
export type PayoutPreview = z.infer<typeof payoutPreviewSchema>;

/** `expectedFee` as for a payout; `arrives`: the amount less the fee. Both null when unknown. */
const depositPreviewSchema = z.object({
	expectedFee: decimalSchema.nullable(),
	arrives: decimalSchema.nullable(),
});
export type DepositPreview = z.infer<typeof depositPreviewSchema>;

/** The idempotency header of both starts, created with the form. */
export const idempotencyKeySchema = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);

export const decisionSchema = z.strictObject({
	decision: z.enum(["approve", "reject", "cancel"]),
	/** The version that the person saw: an approval is bound to it. */
	version: z.number().int().min(1),
	reason: freeReasonSchema.optional(),
	/** For an approval: why to pay despite payouts with the same number and amount that came since the request. */
	duplicate: payoutFacts.duplicate,
});
export type Decision = z.infer<typeof decisionSchema>;

/** Requires that each payout is listed only once. */
function listSchema<Fields extends { id: z.ZodString }>(fields: Fields, most: number) {
	return z
		.array(z.strictObject(fields))
		.min(1)
		.max(most)
		.refine((list) => new Set(list.map((one) => (one as { id: string }).id)).size === list.length);
}

/** The same decision on several payouts, each at the version that the person saw. */
export const listDecisionSchema = z.strictObject({
	decision: decisionSchema.shape.decision,
	reason: freeReasonSchema.optional(),
	payouts: listSchema({ id: idSchema, version: z.number().int().min(1) }, MOST_IN_A_LIST),
});
export type ListDecision = z.infer<typeof listDecisionSchema>;

/** A reference that people found elsewhere: it counts once the service confirms it. */
export const referenceResolutionSchema = z.strictObject({
	reference: z.string().min(1).max(128),
	version: z.number().int().min(1),
});

/** A person's verdict on an outcome that the service does not report; a second person must give the same. */
export const verdictSchema = z
	.strictObject({
		outcome: z.enum(VERDICT_OUTCOMES),
		/** Typed by the person, plain decimal text: the payment's amount, or for `paid_other` the amount paid. */
		amount: z.string().min(1).max(24),
		reason: reasonSchema,
		version: z.number().int().min(1),
	})
	.check((ctx) => {
		const { amount, outcome } = ctx.value;
		const minor = parseDecimal(amount);
		if (minor !== null) ctx.value = { ...ctx.value, amount: toDecimal(minor) };
		// An invalid amount is not one of the allowed ones. Parsing continues, so that a union reports this fault.
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

/** The fault of an amount that this outcome does not allow. */
export function amountFault(outcome: VerdictInput["outcome"]): "amount_not_shown" | "amount_differs" {
	return outcome === "paid_other" ? "amount_not_shown" : "amount_differs";
}

/** The same verdict on several payouts with the same evidence. `total` is typed by the person: the sum of their amounts. */
export const listVerdictSchema = z.strictObject({
	outcome: z.enum(["paid", "not_paid"]),
	reason: reasonSchema,
	total: decimalSchema,
	payouts: listSchema(
		{ id: idSchema, version: z.number().int().min(1), amount: decimalSchema },
		MOST_SETTLED_IN_A_LIST,
	),
});
export type ListVerdict = z.infer<typeof listVerdictSchema>;

export const resolutionSchema = z.union([referenceResolutionSchema, verdictSchema]);
export type Resolution = z.infer<typeof resolutionSchema>;

export const paymentPathSchema = z.strictObject({ id: idSchema });

const personSchema = z.object({ id: z.string(), name: z.string() });

export const paymentSchema = z.object({
	id: z.string(),
	kind: paymentKindSchema,
	state: z.enum(PAYMENT_STATES),
	version: z.number().int(),
	amount: decimalSchema,
	currency: currencySchema,
	operator: z.string(),
	operatorName: z.string(),
	/** The payer's way to complete a deposit; null for payouts. */
	flow: z.enum(FLOWS).nullable(),
	country: z.string(),
	/** E.164. A deposit's payer; null for payouts. */
	phoneNumber: z.string().nullable(),
	/** E.164. A payout's recipient; null for deposits. */
	destination: z.string().nullable(),
	/** The name for the number: as given at the request, else from the book. */
	name: z.string().nullable(),
	/** The name now in the book for this number, if it differs from `name`. */
	nameInBook: z.string().nullable(),
	note: z.string().nullable(),
	reference: z.string().nullable(),
	opaqueId: z.string(),
	serviceStatus: z.string().nullable(),
	/** The meaning of `serviceStatus` by the current settings, as on the transaction's page and in Settings. */
	statusMeaning: z.enum(STATUS_MEANINGS).nullable(),
	/** The service's own reason for the failure; null without one. */
	failureReason: z.string().nullable(),
	/** The amount really paid, if two people settled another amount; null: the requested amount. */
	paidAmount: decimalSchema.nullable(),
	paymentUrl: z.string().nullable(),
	/** The service's checked `data:image/png`, or plain text for us to draw; when null, `paymentUrl` is drawn. */
	qrCode: z.string().nullable(),
	createdAt: timeSchema,
	sentAt: timeSchema.nullable(),
	processedAt: timeSchema.nullable(),
	/** The deadline for the answer to the one POST; null before the permit. */
	sendDeadline: timeSchema.nullable(),
	/** The usual end of the payer's window at the operator; null for payouts, and until a deposit is accepted. */
	payerDeadline: timeSchema.nullable(),
	lastCheckedAt: timeSchema.nullable(),
	nextCheckAt: timeSchema.nullable(),
	/** The fault of an open payment's last check; null when it succeeded. */
	checkFault: serviceFaultSchema.nullable(),
	/** The success came after the payer's window had ended. */
	late: z.boolean(),
	maker: personSchema.nullable(),
	approver: personSchema.nullable(),
	/** For payouts: the approvals so far, and how many the rules require. */
	approval: z
		.object({
			/** Valid approvals, oldest first; the history alone shows those that an edit voided. */
			given: z.array(personSchema.extend({ at: timeSchema })),
			/** People who approved and lost the right: their approvals no longer count. */
			lapsed: z.array(personSchema),
			/** The number by the current rules, but at least one more than were given; null once the payout no longer waits. */
			needed: z.number().int().nullable(),
			/** Ids of members who edited the payout: like its maker, they must not approve it. */
			correctedBy: z.array(z.string()),
		})
		.nullable(),
	/** A payout that is not sent by this time is never sent, approved or not; null once the payout has left or ended. */
	expiresAt: timeSchema.nullable(),
	/** The reason for a wait after which the payout leaves by itself, until `expiresAt`; null when nothing blocks it. */
	waits: payoutWaitSchema.nullable(),
	/**
	 * Payouts with the same number and amount, known at the request or approval; `reason` and `by`: why to pay anyway, and who
	 * said so.
	 */
	duplicate: z.object({ of: z.array(z.string()), reason: z.string(), by: z.string().nullable() }).nullable(),
	/** While the payout waits for approval: other payouts that may pay the same invoice; absent without any. */
	alike: z.array(alikePayoutSchema).optional(),
	/** The warnings about the number of a payout that has not left; absent without any. */
	marks: numberMarksSchema.optional(),
	/** The batch that has this payment as a row; absent for a single payment. */
	batch: z.object({ id: z.string(), name: z.string() }).optional(),
	history: z.array(paymentEventSchema),
});
export type Payment = z.infer<typeof paymentSchema>;

/** A payment in a list: without history and status meaning. */
export const paymentSummarySchema = paymentSchema.omit({ history: true, statusMeaning: true });
export type PaymentSummary = z.infer<typeof paymentSummarySchema>;

/** The query string of `/api/deposits`, `/api/payouts` and their pages. */
export const paymentQuerySchema = z.object({
	/** `open` is every state that is not final. */
	state: z.enum(["open", ...PAYMENT_STATES]).optional(),
	currency: currencySchema.optional(),
	operator: operatorCodeSchema.optional(),
	/** Words of the payer's or recipient's name. */
	name: searchedSchema,
	/** Words of the purpose, or of a deposit's note. */
	purpose: searchedSchema,
	from: calendarDaySchema.optional(),
	to: calendarDaySchema.optional(),
	/** Only the rows of this batch; `none`: only payouts outside batches. */
	batch: z.union([z.literal("none"), idSchema]).optional(),
	/** Part of a reference, of our id or of the note, words of a name, or the last digits of a number. */
	search: searchedSchema,
	/** Newest first by default; the list of approvals asks for the oldest first. */
	sort: z.enum(["-createdAt", "createdAt"]).optional(),
	/** The last id of the page before, or the calendar day to begin at. */
	cursor: z.union([idSchema, calendarDaySchema]).optional(),
	limit: z.coerce.number().int().min(1).max(200).default(PAGE_ROWS),
});
export type PaymentQuery = z.infer<typeof paymentQuerySchema>;

/** The query string of the exports: the list's without pages. */
export const paymentExportQuerySchema = paymentQuerySchema
	.omit({ cursor: true, limit: true })
	.extend({ ...exportFields, columns: exportColumns });
export type PaymentExportQuery = z.infer<typeof paymentExportQuerySchema>;

/** `fee`: the fee of the wallet line that matches the payment; null without such a line. */
const listedPaymentSchema = paymentSummarySchema.extend({ fee: decimalSchema.nullable() });
export type ListedPayment = z.infer<typeof listedPaymentSchema>;

export const paymentListSchema = z.object({
	items: z.array(listedPaymentSchema),
	nextCursor: z.string().nullable(),
	total: z.number().int(),
});
export type PaymentList = z.infer<typeof paymentListSchema>;

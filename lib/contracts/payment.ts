/** Payments started here, and people's decisions about them. */

import { z } from "zod";
import { PAGE_ROWS } from "#lib/addresses/view-address.ts";
import {
	calendarDaySchema,
	currencySchema,
	decimalSchema,
	freeReasonSchema,
	idPathSchema,
	idSchema,
	operatorCodeSchema,
	paymentKindSchema,
	personSchema,
	reasonSchema,
	timeSchema,
} from "#lib/contracts/common-fields.ts";
import { exportFields } from "#lib/contracts/export.ts";
import { type NumberFacts, numberMarksSchema } from "#lib/contracts/number-facts.ts";
import { paymentEventSchema } from "#lib/contracts/payment-event.ts";
import { payoutFacts } from "#lib/contracts/payment-request.ts";
import { type LimitUse, limitUseSchema } from "#lib/contracts/payout-rule.ts";
import { payoutWaitSchema } from "#lib/contracts/payout-wait.ts";
import { serviceFaultSchema } from "#lib/contracts/service-fault.ts";
import { exportColumns, searchedSchema } from "#lib/contracts/view.ts";
import type { ErrorCode } from "#lib/error-codes.ts";
import { parseDecimal, toDecimal } from "#lib/money.ts";
import { PAYMENT_STATES, VERDICT_OUTCOMES } from "#lib/payment-state.ts";
import { FLOWS } from "#lib/payments/flows.ts";
import { MOST_IN_A_LIST, MOST_RESOLVED_IN_A_LIST } from "#lib/payments/lists.ts";
import { STATUS_MEANINGS } from "#lib/payments/status-meaning.ts";

/** `why`: the payouts have the same purpose, share a metadata entry (`reference`), or pay the same number a similar amount. */
const similarPayoutSchema = z.object({
	id: z.string(),
	why: z.enum(["purpose", "reference", "amount"]),
	amount: decimalSchema,
	currency: currencySchema,
	destination: z.string(),
	/** The name given at the request, else the current name in the book. */
	name: z.string().nullable(),
	note: z.string().nullable(),
	state: z.enum(PAYMENT_STATES),
	createdAt: timeSchema,
});
export type SimilarPayout = z.infer<typeof similarPayoutSchema>;

export interface PayoutPreview {
	number: NumberFacts | null;
	/** Payouts that may pay the same invoice, newest first: the request needs no reason for them. */
	alike: SimilarPayout[];
	/** Ids of payouts with the same number and amount, newest first: unfinished ones, and paid ones requested or sent in the last 24 hours. */
	duplicates: string[];
	/** Withdrawals of this amount in the last day that match no payment here, newest first: the payout may have been paid already. */
	unmatched: { id: string; createdAt: string }[];
	approvers: 0 | 1 | 2;
	limits: LimitUse[];
	broken: LimitUse | null;
	/** Estimated from the fees of earlier lines of this wallet and operator; null when these lines allow no estimate. */
	expectedFee: string | null;
	balance: {
		balance: string;
		at: string;
		/** Payouts approved or being sent, which the balance is assumed not to show yet; with expected fees where known. */
		onItsWay: { count: number; amount: string };
		/** Other payouts that wait for approval; with expected fees where known. */
		waiting: { count: number; amount: string };
		/** The balance less `onItsWay`, `waiting`, this payout and its expected fee; negative when the balance is too low for all. */
		rest: string;
	} | null;
}

/** `arrives`: the amount less `expectedFee`; null when the fee is larger. Both are null when the fee cannot be estimated. */
export type DepositPreview = { expectedFee: string | null; arrives: string | null };

export const decisionSchema = z.strictObject({
	decision: z.enum(["approve", "reject", "cancel"]),
	/** The version that the person saw; the decision is refused if the payout has a newer one. */
	version: z.number().int().min(1),
	reason: freeReasonSchema.optional(),
	/** Payouts that got the same number and amount since the request, and the reason to approve anyway. */
	duplicate: payoutFacts.duplicate,
});
export type Decision = z.infer<typeof decisionSchema>;

function listSchema<Fields extends { id: z.ZodString }>(fields: Fields, most: number) {
	return z
		.array(z.strictObject(fields))
		.min(1)
		.max(most)
		.refine((list) => new Set(list.map((one) => (one as { id: string }).id)).size === list.length);
}

export const listDecisionSchema = z.strictObject({
	decision: decisionSchema.shape.decision,
	reason: freeReasonSchema.optional(),
	payouts: listSchema({ id: idSchema, version: z.number().int().min(1) }, MOST_IN_A_LIST),
});
export type ListDecision = z.infer<typeof listDecisionSchema>;

/** The answer to a decision on a list of payments: each payment is decided or refused separately. */
export interface ListAnswer {
	done: string[];
	failed: { id: string; code: ErrorCode }[];
}

/** Attaches a reference that people found elsewhere, if the service confirms that it is this payment's. */
export const referenceResolutionSchema = z.strictObject({
	reference: z.string().min(1).max(128),
	version: z.number().int().min(1),
});

/** The digest of the evidence that the person saw; the verdict is refused if the evidence says something else now. */
const seenEvidenceSchema = z.string().length(64);

/** A person's verdict on an outcome that the service does not report; a second person must give the same. */
export const verdictSchema = z
	.strictObject({
		outcome: z.enum(VERDICT_OUTCOMES),
		/** The amount as the person typed it: the payment's own, or for `paid_other` the amount paid. */
		amount: z.string().min(1).max(24),
		reason: reasonSchema,
		version: z.number().int().min(1),
		evidence: seenEvidenceSchema,
	})
	.check((ctx) => {
		const { amount, outcome } = ctx.value;
		const minor = parseDecimal(amount);
		if (minor !== null) ctx.value = { ...ctx.value, amount: toDecimal(minor) };
		// An unreadable amount is reported like a wrong amount. `continue` makes the union report this fault instead of its own.
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

export function amountFault(outcome: VerdictInput["outcome"]): "amount_not_shown" | "amount_differs" {
	return outcome === "paid_other" ? "amount_not_shown" : "amount_differs";
}

/** One verdict on several payouts whose evidence is the same. `total`: the sum of the payouts' amounts, which the person types. */
export const listVerdictSchema = z.strictObject({
	outcome: z.enum(["paid", "not_paid"]),
	reason: reasonSchema,
	total: decimalSchema,
	evidence: seenEvidenceSchema,
	payouts: listSchema(
		{ id: idSchema, version: z.number().int().min(1), amount: decimalSchema },
		MOST_RESOLVED_IN_A_LIST,
	),
});
export type ListVerdict = z.infer<typeof listVerdictSchema>;

export const resolutionSchema = z.union([referenceResolutionSchema, verdictSchema]);
export type Resolution = z.infer<typeof resolutionSchema>;

/** The address says the kind: `/api/deposits/{id}` and `/api/payouts/{id}`. */
export const depositPathSchema = idPathSchema.transform(({ id }) => ({ kind: "deposit" as const, id }));
export const payoutPathSchema = idPathSchema.transform(({ id }) => ({ kind: "payout" as const, id }));

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
	/** The name given at the request, else the current name in the book for the number. */
	name: z.string().nullable(),
	/** The current name in the book for this number, if the request gave another name; else null. */
	nameInBook: z.string().nullable(),
	note: z.string().nullable(),
	reference: z.string().nullable(),
	/** While the payment has no reference: the one that an unclear answer of the service named. It may be another payment's. */
	hintReference: z.string().nullable(),
	opaqueId: z.string(),
	serviceStatus: z.string().nullable(),
	/** The meaning of `serviceStatus` by the current list of final failures in Settings. */
	statusMeaning: z.enum(STATUS_MEANINGS).nullable(),
	failureReason: z.string().nullable(),
	/** The amount that two people confirmed as paid, if it is not the requested one; else null. */
	paidAmount: decimalSchema.nullable(),
	paymentUrl: z.string().nullable(),
	/** A PNG of the service as a checked `data:` URL, or a text that screens draw as a QR code; when null, screens draw `paymentUrl`. */
	qrCode: z.string().nullable(),
	createdAt: timeSchema,
	/** The time of the permit; null without a permit, and when nothing was sent with the permit. */
	sentAt: timeSchema.nullable(),
	processedAt: timeSchema.nullable(),
	/** The deadline for the answer to the one POST; null before the permit. */
	sendDeadline: timeSchema.nullable(),
	/** The time at which a payer can usually no longer confirm at the operator; null for payouts, and until a deposit's POST is over. */
	payerDeadline: timeSchema.nullable(),
	lastCheckedAt: timeSchema.nullable(),
	nextCheckAt: timeSchema.nullable(),
	checkFault: serviceFaultSchema.nullable(),
	/** The success came after the payer's window had ended. */
	late: z.boolean(),
	maker: personSchema.nullable(),
	approver: personSchema.nullable(),
	approval: z
		.object({
			/** Valid approvals, oldest first. Approvals that an edit made void appear only in `history`. */
			given: z.array(personSchema.extend({ at: timeSchema })),
			/** People who approved and then lost the right to approve, so that their approvals no longer count. */
			lapsed: z.array(personSchema),
			/** Approvals needed by the current rules, at least one more than `given`; null unless the payout waits for approval. */
			needed: z.number().int().nullable(),
			/** Ids of members who edited the payout: like its maker, they must not approve it. */
			correctedBy: z.array(z.string()),
			/** True for a row of a batch that waits for approval: it is approved with the batch, not alone. */
			withBatch: z.boolean().optional(),
		})
		.nullable(),
	/** A payment that is not sent by this time is never sent, approved or not; null once the payment has left or ended. */
	expiresAt: timeSchema.nullable(),
	/** The reason why an approved payout has not left yet; null without one. */
	waits: payoutWaitSchema.nullable(),
	/**
	 * Payouts with the same number and amount that were known at the request or approval; `reason`: the reason to pay anyway, given by
	 * `by`.
	 */
	duplicate: z.object({ of: z.array(z.string()), reason: z.string(), by: z.string().nullable() }).nullable(),
	/** Other payouts that may pay the same invoice; only while this payout waits for approval. */
	alike: z.array(similarPayoutSchema).optional(),
	/** Warnings about the number; only until the payout leaves, and absent when there is no warning. */
	marks: numberMarksSchema.optional(),
	/** The limit that the payout now exceeds, such as a lowered one; only while the payout waits for approval. */
	overLimit: limitUseSchema.optional(),
	batch: z.object({ id: z.string(), name: z.string() }).optional(),
	history: z.array(paymentEventSchema),
});
export type Payment = z.infer<typeof paymentSchema>;

export const paymentSummarySchema = paymentSchema.omit({ history: true, statusMeaning: true, hintReference: true });
export type PaymentSummary = z.infer<typeof paymentSummarySchema>;

/** The query string of `/api/deposits`, `/api/payouts` and their pages. */
export const paymentQuerySchema = z.object({
	/** `open`: every state that is not final. */
	state: z.enum(["open", ...PAYMENT_STATES]).optional(),
	currency: currencySchema.optional(),
	operator: operatorCodeSchema.optional(),
	name: searchedSchema,
	purpose: searchedSchema,
	from: calendarDaySchema.optional(),
	to: calendarDaySchema.optional(),
	/** A batch's id: only its rows; `none`: only payouts outside batches. */
	batch: z.union([z.literal("none"), idSchema]).optional(),
	/** The beginning or end of a reference, our id, words of the note or of a name, or the last digits of a number. */
	search: searchedSchema,
	/** Newest first by default; the list of approvals asks for the oldest first. */
	sort: z.enum(["-createdAt", "createdAt"]).optional(),
	/** The id of the last payment before this page, or the calendar day to begin at. */
	cursor: z.union([idSchema, calendarDaySchema]).optional(),
	limit: z.coerce.number().int().min(1).max(200).default(PAGE_ROWS),
});
export type PaymentQuery = z.infer<typeof paymentQuerySchema>;

export const paymentExportQuerySchema = paymentQuerySchema
	.omit({ cursor: true, limit: true })
	.extend({ ...exportFields, columns: exportColumns });
export type PaymentExportQuery = z.infer<typeof paymentExportQuerySchema>;

/** A payment of a list, with the fee of its matched wallet line; null without a line. */
const listedPaymentSchema = paymentSummarySchema.extend({ fee: decimalSchema.nullable() });
export type ListedPayment = z.infer<typeof listedPaymentSchema>;

export const paymentListSchema = z.object({
	items: z.array(listedPaymentSchema),
	nextCursor: z.string().nullable(),
	total: z.number().int(),
});
export type PaymentList = z.infer<typeof paymentListSchema>;

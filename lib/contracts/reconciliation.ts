/** Reconciliation: what the lines of a wallet are, what people said of them, and the proof that the balance follows from them. */

import { z } from "zod";
import {
	calendarDaySchema,
	currencySchema,
	decimalSchema,
	lineIdSchema,
	paymentKindSchema,
	plainTextSchema,
	reasonSchema,
	timeSchema,
} from "#lib/contracts/common-fields.ts";
import { exportFields } from "#lib/contracts/export.ts";
import { isCalendarMonth } from "#lib/dates.ts";
import { PAYMENT_STATES } from "#lib/payment-state.ts";
import { PAGE_ROWS } from "#lib/view-address.ts";

/** What a person may say a line is, without a payment of ours. */
const LINE_VERDICTS = ["fee", "top_up", "portal", "correction", "other"] as const;
/** What a person may say of a payment without a line. */
const PAYMENT_VERDICTS = ["wait", "support"] as const;
export const VERDICTS = ["match", ...LINE_VERDICTS, ...PAYMENT_VERDICTS, "reopen"] as const;
export type Verdict = (typeof VERDICTS)[number];

export const lineDecisionSchema = z.discriminatedUnion("verdict", [
	z.strictObject({ verdict: z.literal("match"), paymentId: z.string().min(1).max(64), reason: reasonSchema }),
	z.strictObject({
		verdict: z.enum(LINE_VERDICTS),
		/** Of a transaction started in the service's own portal, when it is known. */
		reference: plainTextSchema(128).optional(),
		reason: reasonSchema,
	}),
	z.strictObject({ verdict: z.literal("reopen"), reason: reasonSchema }),
]);
export type LineDecision = z.infer<typeof lineDecisionSchema>;

export const paymentDecisionSchema = z.strictObject({
	verdict: z.enum([...PAYMENT_VERDICTS, "reopen"]),
	reason: reasonSchema,
});
export type PaymentDecision = z.infer<typeof paymentDecisionSchema>;

export const linePathSchema = z.strictObject({ id: lineIdSchema });

const decisionSchema = z.object({
	verdict: z.enum(VERDICTS),
	reference: z.string().nullable(),
	reason: z.string(),
	by: z.string(),
	at: timeSchema,
});

const reconciledLineSchema = z.object({
	id: z.string(),
	type: z.string(),
	amount: decimalSchema,
	fee: decimalSchema,
	createdAt: timeSchema,
	/** Since when the service lists it no more: no payment's, and in no proof. */
	withdrawnAt: timeSchema.nullable(),
	replacedBy: z.string().nullable(),
});
export type ReconciledLine = z.infer<typeof reconciledLineSchema>;

const reconciledPaymentSchema = z.object({
	id: z.string(),
	kind: paymentKindSchema,
	state: z.enum(PAYMENT_STATES),
	amount: decimalSchema,
	operatorName: z.string(),
	phoneNumber: z.string(),
	note: z.string().nullable(),
	reference: z.string().nullable(),
	sentAt: timeSchema.nullable(),
	processedAt: timeSchema.nullable(),
});
export type ReconciledPayment = z.infer<typeof reconciledPaymentSchema>;

/**
 * foreign: a line that no payment of ours explains. doubled: more lines than payments. missing: more payments than lines.
 * late: a payment without a line, and a line of its facts outside its window. wrong_amount: a payment without a line, and
 * one line of another amount in its window.
 */
const FINDING_KINDS = ["foreign", "doubled", "missing", "late", "wrong_amount"] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

const findingSchema = z.object({
	/** Stable while it is about the same lines and payments. */
	id: z.string(),
	kind: z.enum(FINDING_KINDS),
	/** Money left the wallet that nobody here sent. */
	alarm: z.boolean(),
	at: timeSchema,
	lines: z.array(reconciledLineSchema),
	payments: z.array(reconciledPaymentSchema),
	/** Lines that have their payment, shown to compare: the one that this repeats. */
	like: z.array(reconciledLineSchema),
	/** Payments of this type and amount, days away at most, of which nobody knows how they ended: the line may be theirs. */
	mayBe: z.array(reconciledPaymentSchema),
});
export type Finding = z.infer<typeof findingSchema>;

const queueFields = {
	findings: z.array(findingSchema),
	/** Where the next page begins; null on the last. */
	nextFindings: z.string().nullable(),
	/** Of all pages. */
	findingCount: z.number().int(),
	/** Older unexplained deposits that are only counted, on no page. */
	findingsBeyond: z.number().int(),
};
export const findingListSchema = z.object(queueFields);
export type FindingList = z.infer<typeof findingListSchema>;

export const findingQuerySchema = z.object({
	currency: currencySchema,
	/** `nextFindings` of the page before. */
	after: z.string().max(100).optional(),
	limit: z.coerce.number().int().min(1).max(100).default(PAGE_ROWS),
});
export type FindingQuery = z.infer<typeof findingQuerySchema>;

/** How the service counts a fee: beside the amount (a payout takes both, a deposit adds the rest), or inside it. */
const FEE_READINGS = ["beside", "inside", "either", "neither"] as const;
export type FeeReading = (typeof FEE_READINGS)[number];

const readingSchema = z.object({
	deposit: z.enum(FEE_READINGS),
	withdrawal: z.enum(FEE_READINGS),
	/** Stretches between two looks that could tell readings apart, and how many of them this one makes come out even. */
	tested: z.number().int(),
	agreeing: z.number().int(),
	/** Types without a known sign: what the balance says of them. */
	types: z.array(z.object({ type: z.string(), effect: z.enum(["in", "out", "none", "unknown"]) })),
});
export type Reading = z.infer<typeof readingSchema>;

/** `amount` is what the part adds to the gap. */
const explanationPartSchema = z.object({
	kind: z.enum([...FINDING_KINDS, "outside", "fee", "held", "released", "unknown_type"]),
	amount: decimalSchema,
	lineIds: z.array(z.string()),
	paymentIds: z.array(z.string()),
	/** Of a payment without a line: the fee that would go with it. */
	fee: decimalSchema.nullable(),
});
export type ExplanationPart = z.infer<typeof explanationPartSchema>;

const proofLookSchema = z.object({
	balance: decimalSchema,
	/** Lines up to this time are counted before the look. */
	at: timeSchema,
	/** When we saw it. */
	seenAt: timeSchema,
	/** What is taken to be in the balance before its line is dated; see `HOLDS` of server/reconciliation/proof. */
	hold: z.number().int().min(0).max(3),
	/** Payouts without a line that are taken to be in it, each with what it did. Not in the oldest proofs. */
	taken: z.array(z.object({ paymentId: z.string(), effect: decimalSchema })).optional(),
	/** All that is in it without a line up to then: the lines alone come to the balance less this. Not in the oldest proofs. */
	held: decimalSchema.optional(),
});
export type ProofLook = z.infer<typeof proofLookSchema>;

const stretchSchema = z.object({
	status: z.enum(["proved", "gap", "no_look", "cut"]),
	/** Lines of the service's list that could not be read, where there is a gap: it may be theirs. */
	unreadable: z.number().int().optional(),
	opening: proofLookSchema.nullable(),
	closing: proofLookSchema.nullable(),
	totals: z.object({ count: z.number().int(), in: decimalSchema, out: decimalSchema, fees: decimalSchema }),
	/** When we saw the last look that agrees with the opening one. */
	provedUntil: timeSchema.nullable(),
	/** Closing less opening. */
	change: decimalSchema.nullable(),
	/** What the lines between account for. */
	explained: decimalSchema.nullable(),
	/** Change less what is explained; "0.00" when proved. */
	gap: decimalSchema.nullable(),
	/** Money of payouts on their way that the looks already had taken off: closing less opening. */
	held: decimalSchema,
	reading: readingSchema,
	/** Each is one way in which the gap comes out to the unit. */
	explanations: z.array(z.array(explanationPartSchema)),
});
export type Stretch = z.infer<typeof stretchSchema>;

const dayProofSchema = stretchSchema.extend({ day: z.iso.date() });
export type DayProof = z.infer<typeof dayProofSchema>;

/** "2026-11" in the business's time zone. */
const monthSchema = z.string().refine(isCalendarMonth);

export const reconciliationQuerySchema = z.object({ currency: currencySchema });

const decidedSchema = z.object({
	id: z.string(),
	decision: decisionSchema,
	line: reconciledLineSchema.nullable(),
	payment: reconciledPaymentSchema.nullable(),
});
export type Decided = z.infer<typeof decidedSchema>;

const reconciliationSchema = z.object({
	currency: currencySchema,
	/** When the mirror was last level, and when it was last reconciled; null before the first time. */
	syncedAt: timeSchema.nullable(),
	reconciledAt: timeSchema.nullable(),
	booksFrom: timeSchema.nullable(),
	mayBeCut: z.boolean(),
	fault: z.string().nullable(),
	/** Lines of the service's list that cannot be read. */
	unreadable: z.number().int(),
	/** From the last day kept to the newest look that the mirror has caught up with; null without two looks. */
	current: stretchSchema.nullable(),
	/** The first page of the queue. */
	...queueFields,
	/** The newest verdicts of people. */
	decided: z.array(decidedSchema),
	/** Months of which days are kept, newest first. */
	months: z.array(monthSchema),
	/** The last days kept, newest first. */
	days: z.array(dayProofSchema),
	olderDays: z.boolean(),
});
export type Reconciliation = z.infer<typeof reconciliationSchema>;

export const dayQuerySchema = z.object({
	currency: currencySchema,
	/** The days of this month, all of them; with it, `before` and `limit` have no meaning. */
	month: monthSchema.optional(),
	/** Days before this one. */
	before: calendarDaySchema.optional(),
	limit: z.coerce.number().int().min(1).max(100).default(31),
});
export type DayQuery = z.infer<typeof dayQuerySchema>;
const dayListSchema = z.object({ days: z.array(dayProofSchema), olderDays: z.boolean() });
export type DayList = z.infer<typeof dayListSchema>;

export const dayPathSchema = z.strictObject({ day: calendarDaySchema });

/** Whose a line is, as far as anybody knows. */
export const lineStatusSchema = z.enum([
	"matched",
	"open",
	"ambiguous",
	"unexplained",
	"explained",
	"before_books",
	"withdrawn",
]);

const dayLineSchema = reconciledLineSchema.extend({
	status: lineStatusSchema,
	how: z.enum(["time", "only", "order", "person"]).nullable(),
	/** `who`: its note, else the number, masked. */
	payment: z.object({ id: z.string(), kind: paymentKindSchema, who: z.string() }).nullable(),
	reference: z.string().nullable(),
	verdict: z.enum(VERDICTS).nullable(),
	/** By the reading of fees; null where the type has no sign, and on a day without an opening look. */
	balanceAfter: decimalSchema.nullable(),
});
export type DayLine = z.infer<typeof dayLineSchema>;

const dayDetailSchema = z.object({
	proof: dayProofSchema,
	computedAt: timeSchema,
	/** How often this day was worked out anew. */
	revisions: z.number().int(),
	lines: z.array(dayLineSchema),
	lineCount: z.number().int(),
});
export type DayDetail = z.infer<typeof dayDetailSchema>;

export const monthExportQuerySchema = z.object({ currency: currencySchema, month: monthSchema, ...exportFields });
export type MonthExportQuery = z.infer<typeof monthExportQuerySchema>;

/** Reconciliation: the wallet's lines, people's verdicts on them, and the proof of the balance. */

import { z } from "zod";
import { PAGE_ROWS } from "#lib/addresses/view-address.ts";
import {
	calendarDaySchema,
	currencySchema,
	decimalSchema,
	paymentKindSchema,
	timeSchema,
} from "#lib/contracts/common-fields.ts";
import { isCalendarMonth } from "#lib/dates.ts";
import { VERDICTS } from "#lib/line-verdicts.ts";
import { PAYMENT_STATES } from "#lib/payment-state.ts";

const decisionSchema = z.object({
	verdict: z.enum(VERDICTS),
	reference: z.string().nullable(),
	reason: z.string(),
	by: z.string(),
	at: timeSchema,
});

/** A decision that leaves its line open. */
const openDecisionSchema = decisionSchema.extend({
	paymentId: z.string().nullable(),
	by: z.object({ id: z.string(), name: z.string() }),
});
export type OpenDecision = z.infer<typeof openDecisionSchema>;

const reconciledLineSchema = z.object({
	id: z.string(),
	type: z.string(),
	amount: decimalSchema,
	fee: decimalSchema,
	createdAt: timeSchema,
	/** The time at which the service stopped listing the line; such a line matches no payment and is in no proof. */
	withdrawnAt: timeSchema.nullable(),
	replacedBy: z.string().nullable(),
	/** The first of two people's equal decisions; it does not count yet. */
	first: openDecisionSchema.nullable(),
	/** The support was asked, and the line is still open. */
	asked: openDecisionSchema.nullable(),
	/** The reference of an imported transaction that the line may be, for a line that two people must explain; else null. */
	imported: z.string().nullable(),
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
 * foreign: a line that matches no payment. doubled: more lines than payments. missing: more payments than lines. late: a
 * payment's only matching line lies outside its window. wrong_amount: the only line in its window has another amount.
 */
const EXCEPTION_KINDS = ["foreign", "doubled", "missing", "late", "wrong_amount"] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

const exceptionSchema = z.object({
	/** Stays the same while the exception concerns the same lines and payments. */
	id: z.string(),
	kind: z.enum(EXCEPTION_KINDS),
	/** Money left the wallet that nobody here sent. */
	alarm: z.boolean(),
	at: timeSchema,
	lines: z.array(reconciledLineSchema),
	payments: z.array(reconciledPaymentSchema),
	/** Matched lines for comparison, such as the line that this one repeats. */
	like: z.array(reconciledLineSchema),
	/** Payouts that ended as not paid: the line of an alarm may belong to one of them, though it came late. */
	ended: z.array(reconciledPaymentSchema),
	/** Payments with unknown outcome, this type and amount, up to a week outside their window: the line may belong to one. */
	mayBe: z.array(reconciledPaymentSchema),
});
export type ReconciliationException = z.infer<typeof exceptionSchema>;

const queueFields = {
	exceptions: z.array(exceptionSchema),
	nextExceptions: z.string().nullable(),
	exceptionCount: z.number().int(),
	/** Older unmatched deposits, counted but listed on no page. */
	exceptionsBeyond: z.number().int(),
};
export const exceptionListSchema = z.object(queueFields);
export type ExceptionList = z.infer<typeof exceptionListSchema>;

export const exceptionQuerySchema = z.object({
	currency: currencySchema,
	/** The previous page's `nextExceptions`. */
	after: z.string().max(100).optional(),
	limit: z.coerce.number().int().min(1).max(100).default(PAGE_ROWS),
});
export type ExceptionQuery = z.infer<typeof exceptionQuerySchema>;

/** `beside`: a payout takes amount and fee, a deposit adds the amount less the fee. `inside`: the amount contains the fee. */
const FEE_SIDES = ["beside", "inside"] as const;
export type FeeSide = (typeof FEE_SIDES)[number];

/** The way the service counts fees, and the effect of each type without a known sign on the balance. */
const feeRuleSchema = z.strictObject({
	deposit: z.enum(FEE_SIDES),
	withdrawal: z.enum(FEE_SIDES),
	types: z.array(z.strictObject({ type: z.string().min(1).max(100), effect: z.enum(["in", "out"]) })).max(50),
});
export type FeeRule = z.infer<typeof feeRuleSchema>;

/** `PUT /api/fee-rules` */
export const keptFeeRuleSchema = z.strictObject({ currency: currencySchema, rule: feeRuleSchema });
export type KeptFeeRule = z.infer<typeof keptFeeRuleSchema>;

/** The rule that the first month's readings suggest. `tested`: periods with lines of one type only; `agreeing`: those that this rule balances. */
const feeProposalSchema = z.object({ rule: feeRuleSchema, tested: z.number().int(), agreeing: z.number().int() });
export type FeeProposal = z.infer<typeof feeProposalSchema>;

/** `amount` is what the part adds to the gap. */
const explanationPartSchema = z.object({
	kind: z.enum([...EXCEPTION_KINDS, "outside", "held", "released"]),
	amount: decimalSchema,
	lineIds: z.array(z.string()),
	paymentIds: z.array(z.string()),
	/** For a payment without a line: its fee. */
	fee: decimalSchema.nullable(),
});
export type ExplanationPart = z.infer<typeof explanationPartSchema>;

const proofReadingSchema = z.object({
	balance: decimalSchema,
	/** Lines up to this time count before the balance reading. */
	at: timeSchema,
	/** Our time of fetching the balance. */
	seenAt: timeSchema,
	/** Movements that the balance is assumed to contain before their lines are dated; see `HOLDS` in server/reconciliation/proof. */
	hold: z.number().int().min(0).max(3),
	/** Payouts without a line that the balance is assumed to contain, each with its effect. Absent in the oldest proofs. */
	taken: z.array(z.object({ paymentId: z.string(), effect: decimalSchema })).optional(),
	/** The total that the balance contains without a line: the lines alone give the balance less this. Absent in the oldest proofs. */
	held: decimalSchema.optional(),
});
export type ProofReading = z.infer<typeof proofReadingSchema>;

const stretchSchema = z.object({
	status: z.enum(["proved", "gap", "no_reading", "cut"]),
	/** The number of unreadable lines in the service's list, where there is a gap: these lines may be the reason. */
	unreadable: z.number().int().optional(),
	opening: proofReadingSchema.nullable(),
	closing: proofReadingSchema.nullable(),
	totals: z.object({ count: z.number().int(), in: decimalSchema, out: decimalSchema, fees: decimalSchema }),
	/** Our time of fetching the last balance reading that agrees with the opening one. */
	provedUntil: timeSchema.nullable(),
	change: decimalSchema.nullable(),
	/** The effect of the lines between the two readings. */
	explained: decimalSchema.nullable(),
	/** Change less explained; "0.00" when proved. */
	gap: decimalSchema.nullable(),
	/** Lines that people decided account for the gap exactly; otherwise absent. */
	isDecided: z.literal(true).optional(),
	/** Money of payouts in transit that the balance readings already exclude: closing less opening. */
	held: decimalSchema,
	rule: feeRuleSchema,
	/** Types of lines that enter no balance here, since the rule gives them no sign. */
	unsigned: z.array(z.string()),
	/** The parts that come nearest to the gap, the nearest first; a part of exactly the gap explains it. */
	explanations: z.array(explanationPartSchema),
});
export type Stretch = z.infer<typeof stretchSchema>;

const dayProofSchema = stretchSchema.extend({ day: z.iso.date() });
export type DayProof = z.infer<typeof dayProofSchema>;

/** `unexplained`: lines that people must decide. `waiting`: lines that may belong to an unfinished payment. */
const openLinesSchema = z.object({ unexplained: z.number().int(), waiting: z.number().int() });
export type OpenLines = z.infer<typeof openLinesSchema>;
/** Both are shown, because on a day with a proved balance some lines may still be unexplained. */
const shownDaySchema = dayProofSchema.extend({ openLines: openLinesSchema });
export type ShownDay = z.infer<typeof shownDaySchema>;

/** Days whose gap nobody decided, newest first, and unexplained lines with the sum of their amounts. */
const openMattersSchema = z.object({
	days: z.array(z.object({ day: z.iso.date(), gap: decimalSchema })),
	lines: z.object({ count: z.number().int(), amount: decimalSchema, isAtLeast: z.boolean() }),
});
export type OpenMatters = z.infer<typeof openMattersSchema>;

/** A day's closing balance. */
export const closingSchema = z.object({
	day: z.iso.date(),
	/** The available balance, as the service reports it. */
	balance: decimalSchema,
	/** From a balance reading of that day, or calculated from the lines. */
	known: z.enum(["seen", "reckoned"]),
	/** Payout money that left the balance while no line showed it; absent when none. */
	onTheWay: decimalSchema.optional(),
	/** The part of that day's change that neither lines nor payouts in transit explain; absent when none. */
	unmatched: decimalSchema.optional(),
});
export type Closing = z.infer<typeof closingSchema>;

/** "2026-11" in the business's time zone. */
export const monthSchema = z.string().refine(isCalendarMonth);

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
	/** The last full refresh of the mirror, and the last reconciliation; null before the first. */
	syncedAt: timeSchema.nullable(),
	reconciledAt: timeSchema.nullable(),
	booksFrom: timeSchema.nullable(),
	/** The wallet's first balance reading: no earlier day can be proved. */
	knownFrom: timeSchema.nullable(),
	open: openMattersSchema,
	mayBeCut: z.boolean(),
	fault: z.string().nullable(),
	/** Unreadable lines of the service's list. */
	unreadable: z.number().int(),
	/** From the last stored day to the newest balance reading that the mirror covers; null without two readings. */
	current: stretchSchema.nullable(),
	feeRule: feeRuleSchema,
	/** Null once a person has kept a rule, and while the readings suggest no other one. */
	feeProposal: feeProposalSchema.nullable(),
	...queueFields,
	decided: z.array(decidedSchema),
	months: z.array(monthSchema),
	days: z.array(dayProofSchema),
	olderDays: z.boolean(),
});
export type Reconciliation = z.infer<typeof reconciliationSchema>;

export const dayQuerySchema = z.object({
	currency: currencySchema,
	/** All days of this month; `before` and `limit` are then ignored. */
	month: monthSchema.optional(),
	before: calendarDaySchema.optional(),
	limit: z.coerce.number().int().min(1).max(100).default(31),
});
export type DayQuery = z.infer<typeof dayQuerySchema>;
const dayListSchema = z.object({ days: z.array(shownDaySchema), olderDays: z.boolean() });
export type DayList = z.infer<typeof dayListSchema>;

export const dayPathSchema = z.strictObject({ day: calendarDaySchema });

export const lineStatusSchema = z.enum([
	"matched",
	"open",
	"ambiguous",
	"unexplained",
	"explained",
	"before_books",
	"withdrawn",
]);

const dayLineSchema = reconciledLineSchema.omit({ first: true, asked: true, imported: true }).extend({
	status: lineStatusSchema,
	how: z.enum(["time", "only", "order", "person"]).nullable(),
	/** `who`: the payment's note, else the masked number. */
	payment: z.object({ id: z.string(), kind: paymentKindSchema, who: z.string() }).nullable(),
	reference: z.string().nullable(),
	verdict: z.enum(VERDICTS).nullable(),
	/** By the fee rule; null when the type has no sign, and on a day without an opening balance reading. */
	balanceAfter: decimalSchema.nullable(),
});
export type DayLine = z.infer<typeof dayLineSchema>;

const dayDetailSchema = z.object({
	proof: shownDaySchema,
	computedAt: timeSchema,
	/** The number of times this day was recalculated. */
	revisions: z.number().int(),
	lines: z.array(dayLineSchema),
	lineCount: z.number().int(),
});
export type DayDetail = z.infer<typeof dayDetailSchema>;

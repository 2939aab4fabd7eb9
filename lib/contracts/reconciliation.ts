/** Reconciliation: the wallet's lines, people's verdicts on them, and the proof of the balance. */

import { z } from "zod";
import { PAGE_ROWS } from "#lib/addresses/view-address.ts";
import {
	calendarDaySchema,
	currencySchema,
	decimalSchema,
	paymentKindSchema,
	personSchema,
	timeSchema,
} from "#lib/contracts/common-fields.ts";
import { exportFields } from "#lib/contracts/export.ts";
import { movementSchema } from "#lib/contracts/movement.ts";
import { isCalendarMonth } from "#lib/dates.ts";
import { VERDICTS, type Verdict } from "#lib/line-verdicts.ts";
import { PAYMENT_STATES, type PaymentKind } from "#lib/payment-state.ts";

const decisionSchema = z.object({
	verdict: z.enum(VERDICTS),
	reference: z.string().nullable(),
	reason: z.string(),
	by: z.string(),
	at: timeSchema,
});

const openDecisionSchema = decisionSchema.extend({
	paymentId: z.string().nullable(),
	by: personSchema,
});
export type OpenDecision = z.infer<typeof openDecisionSchema>;

const reconciledLineSchema = movementSchema.omit({ currency: true }).extend({
	/** The decision of the first of two people, which counts only when the second person decides the same. */
	first: openDecisionSchema.nullable(),
	asked: openDecisionSchema.nullable(),
	/** On a line that two people must explain: the reference of an imported transaction that may be this line; otherwise null. */
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
 * foreign: a line matches no payment. doubled: a line repeats another, or there are more lines than payments. missing: a payment has no
 * line. late: a payment's only fitting line is outside its window. wrong_amount: the only line at a payment's time has another amount.
 */
const EXCEPTION_KINDS = ["foreign", "doubled", "missing", "late", "wrong_amount"] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

const exceptionSchema = z.object({
	/** Stays the same while the exception concerns the same lines and payments. */
	id: z.string(),
	kind: z.enum(EXCEPTION_KINDS),
	/** True when a line took money from the wallet and no payment of this desk explains the line. */
	alarm: z.boolean(),
	at: timeSchema,
	lines: z.array(reconciledLineSchema),
	payments: z.array(reconciledPaymentSchema),
	/** Matched lines for comparison, such as the line that a `doubled` line repeats. */
	like: z.array(reconciledLineSchema),
	/** For an alarm: payouts that ended as not paid, although the alarm's lines may show that they were paid. */
	ended: z.array(reconciledPaymentSchema),
	/**
	 * Payments in doubt to which the line may belong: type and amount are equal, and the line is at most a week outside the window. For
	 * a line that paid in, also the last deposits of that week that ended as not paid.
	 */
	mayBe: z.array(reconciledPaymentSchema),
});
export type ReconciliationException = z.infer<typeof exceptionSchema>;

export const exceptionListSchema = z.object({
	exceptions: z.array(exceptionSchema),
	nextExceptions: z.string().nullable(),
	exceptionCount: z.number().int(),
	/** Count of older unmatched deposits, which are on no page of the list. */
	exceptionsBeyond: z.number().int(),
});
export type ExceptionList = z.infer<typeof exceptionListSchema>;

export const exceptionQuerySchema = z.object({
	currency: currencySchema,
	/** The previous page's `nextExceptions`. */
	after: z.string().max(100).optional(),
	limit: z.coerce.number().int().min(1).max(100).default(PAGE_ROWS),
});
export type ExceptionQuery = z.infer<typeof exceptionQuerySchema>;

/** `beside`: a payout takes the amount plus the fee, a deposit adds the amount less the fee. `inside`: only the amount moves. */
const FEE_SIDES = ["beside", "inside"] as const;

/** A wallet's rule for fees; `types`: the other types of lines that add to the balance or take from it. */
const feeRuleSchema = z.strictObject({
	deposit: z.enum(FEE_SIDES),
	withdrawal: z.enum(FEE_SIDES),
	types: z.array(z.strictObject({ type: z.string().min(1).max(100), effect: z.enum(["in", "out"]) })).max(50),
});
export type FeeRule = z.infer<typeof feeRuleSchema>;

/** `PUT /api/fee-rules`; `seen`: the rule that the caller changes. */
export const keptFeeRuleSchema = z.strictObject({
	currency: currencySchema,
	rule: feeRuleSchema,
	seen: feeRuleSchema.optional(),
});
export type KeptFeeRule = z.infer<typeof keptFeeRuleSchema>;

/** The rule that the first month suggests. `tested`: count of spans between readings with lines of one type; `agreeing`: those that fit. */
export type FeeProposal = { rule: FeeRule; tested: number; agreeing: number };

/** One possible part of a gap, with its share of the gap in `amount`. */
export interface ExplanationPart {
	kind: ExceptionKind | "outside" | "held" | "released";
	amount: string;
	lineIds: string[];
	paymentIds: string[];
	/** The presumed fee of a payment without a line; otherwise null. */
	fee: string | null;
}

export interface ProofReading {
	balance: string;
	/** The time to which the balance belongs: the balance is assumed to contain all lines up to this time. */
	at: string;
	/** The time at which the desk fetched the balance. */
	seenAt: string;
	/** A code for how the reading treats payouts in transit; see `HOLDS` in server/reconciliation/proof/prove-chain.ts. */
	hold: number;
	/** Payouts that are assumed to have left the balance without a line up to `at`, with their effects. */
	taken: { paymentId: string; effect: string }[];
	/** The sum of the effects of `taken`: the lines add up to the balance minus this sum. */
	held: string;
}

export interface Stretch {
	status: "proved" | "gap" | "no_reading" | "cut";
	/** For `gap` and `cut`: the count of unreadable lines in the service's list, which may explain the gap; absent without such lines. */
	unreadable?: number;
	opening: ProofReading | null;
	closing: ProofReading | null;
	totals: { count: number; in: string; out: string; fees: string };
	/** The time at which the desk fetched the last reading that agrees with the opening one; null when none does. */
	provedUntil: string | null;
	change: string | null;
	/** The part of `change` that the lines between the two readings and `held` explain. */
	explained: string | null;
	/** Change less explained; "0.00" when proved. */
	gap: string | null;
	/** Present when people's decisions on lines explain the gap exactly. */
	isDecided?: true;
	/** `held` of the closing reading less that of the opening one: the part of `change` that has no lines yet. */
	held: string;
	rule: FeeRule;
	/** Types without a sign by the rule: neither sums nor balance include their lines. */
	unsigned: string[];
	/** For the first ten pairs of readings that disagree: the parts nearest to the pair's gap, nearest first. An equal part explains it. */
	explanations: ExplanationPart[];
}

export interface DayProof extends Stretch {
	day: string;
}

/** Counts of lines. `unexplained`: people must decide; `waiting`: the line may belong to an unfinished payment. */
export type OpenLines = { unexplained: number; waiting: number };
/** Even a day with a proved balance may have unexplained lines, so their counts are shown beside the proof. */
export interface ShownDay extends DayProof {
	openLines: OpenLines;
}

/** `days`: days with a gap that no decision explains, newest first; `lines`: unexplained lines, with the sum of amounts for each type. */
export interface OpenMatters {
	days: { day: string; gap: string }[];
	lines: {
		count: number;
		sums: { type: string; amount: string }[];
		isAtLeast: boolean;
	};
}

export const closingBalanceSchema = z.object({
	day: z.iso.date(),
	/** The available balance, as the service reports it. */
	balance: decimalSchema,
	/** `seen`: from a balance reading of the day; `reckoned`: calculated from lines. */
	known: z.enum(["seen", "reckoned"]),
	/** Money of payouts that the balance no longer had but no line showed; absent when there was none. */
	onTheWay: decimalSchema.optional(),
	/** The part of the balance's change on the day that neither lines nor `onTheWay` explain; absent when there is none. */
	unmatched: decimalSchema.optional(),
});
export type ClosingBalance = z.infer<typeof closingBalanceSchema>;

/** "2026-11" in the business's time zone. */
const monthSchema = z.string().refine(isCalendarMonth);

export const reconciliationQuerySchema = z.object({ currency: currencySchema });

/** The query string of a reconciled month's files. */
export const monthExportQuerySchema = z.object({
	currency: currencySchema,
	month: monthSchema,
	...exportFields,
	/** `csv`: the days; `lines`: the lines of these days as CSV; `xlsx`: a workbook with days and lines. */
	format: z.enum(["csv", "lines", "xlsx"]).default("csv"),
});
export type MonthExportQuery = z.infer<typeof monthExportQuerySchema>;

export interface Decided {
	id: string;
	decision: z.infer<typeof decisionSchema>;
	line: ReconciledLine | null;
	payment: ReconciledPayment | null;
}

export interface Reconciliation extends ExceptionList {
	currency: string;
	/** `syncedAt`: the last full refresh of the mirror; `reconciledAt`: the last reconciliation. Null before the first. */
	syncedAt: string | null;
	reconciledAt: string | null;
	booksFrom: string | null;
	/** The time of the wallet's first balance reading, before which no day can be proved. */
	knownFrom: string | null;
	open: OpenMatters;
	mayBeCut: boolean;
	fault: string | null;
	unreadable: number;
	/** The proof of the time since the last stored day, up to the newest reading that the mirror covers; null without two readings. */
	current: Stretch | null;
	feeRule: FeeRule;
	/** Null when an admin set the rule, the usual rule leaves no gap and no line without a sign, or the readings suggest no other rule. */
	feeProposal: FeeProposal | null;
	decided: Decided[];
	months: string[];
	days: DayProof[];
	olderDays: boolean;
}

export const dayQuerySchema = z.object({
	currency: currencySchema,
	/** Returns all days of this month and ignores `before` and `limit`. */
	month: monthSchema.optional(),
	before: calendarDaySchema.optional(),
	limit: z.coerce.number().int().min(1).max(100).default(31),
});
export type DayQuery = z.infer<typeof dayQuerySchema>;
export type DayList = { days: ShownDay[]; olderDays: boolean };

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

export interface DayLine extends Omit<ReconciledLine, "first" | "asked" | "imported"> {
	status: z.infer<typeof lineStatusSchema>;
	how: "time" | "only" | "order" | "person" | null;
	/** `who`: the name given at the request, else the masked number. */
	payment: { id: string; kind: PaymentKind; who: string } | null;
	reference: string | null;
	verdict: Verdict | null;
	/** Computed by the day's fee rule; null for a withdrawn line, for the day's first line without a sign, and for all lines after that. */
	balanceAfter: string | null;
}

export interface DayDetail {
	proof: ShownDay;
	computedAt: string;
	revisions: number;
	lines: DayLine[];
	lineCount: number;
}

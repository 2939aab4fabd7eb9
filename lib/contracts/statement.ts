/** Statements: what a wallet opened and closed with in a period, and what moved between. */
import { z } from "zod";
import {
	calendarDaySchema,
	currencySchema,
	decimalSchema,
	reasonSchema,
	timeSchema,
} from "#lib/contracts/common-fields.ts";
import { exportFields } from "#lib/contracts/export.ts";
import { isCalendarMonth } from "#lib/dates.ts";

/** The most days of one statement: a leap year. */
export const MOST_STATEMENT_DAYS = 366;

/**
 * proved: the balance was read, and follows from the reading before and the lines between. read: it was read, and something is
 * unexplained. reckoned: it was computed from a reading and the lines between. unknown: neither is possible.
 */
const KNOWN_BY = ["proved", "read", "reckoned", "unknown"] as const;
export type KnownBy = (typeof KNOWN_BY)[number];

const balanceSchema = z.object({
	/** The available balance; null when it is unknown. */
	amount: decimalSchema.nullable(),
	knownBy: z.enum(KNOWN_BY),
	/** Money of payouts that had left the balance while no line showed it. */
	onTheWay: decimalSchema,
});
export type StatementBalance = z.infer<typeof balanceSchema>;

/**
 * on_the_way: payout money that left before its line. after_reading: lines from a day's last reading to midnight. fees: fees inside
 * the amount. other_types: the effect of lines without a sign. late: lines that came after their month was closed.
 */
const ADJUSTMENT_KINDS = ["on_the_way", "after_reading", "fees", "other_types", "late"] as const;
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number];

/** Closing − opening = in − out − fees + adjustments + unexplained, wherever both balances are known. */
const sumFields = {
	in: decimalSchema,
	out: decimalSchema,
	/** Fees of the lines that came in and went out. */
	fees: decimalSchema,
	adjustments: decimalSchema,
	unexplained: decimalSchema,
	/** Lines, also those of types without a sign. */
	count: z.number().int(),
};

const statementDaySchema = z.object({ day: z.iso.date(), ...sumFields, closing: balanceSchema });
export type StatementDay = z.infer<typeof statementDaySchema>;

const partFields = { count: z.number().int(), in: decimalSchema, out: decimalSchema, fees: decimalSchema };
const operatorSchema = z.object({
	/** Null: lines without a payment of ours. */
	operator: z.string().nullable(),
	name: z.string().nullable(),
	...partFields,
});
export type StatementOperator = z.infer<typeof operatorSchema>;

/** Amounts of different types are never added; a type without a sign has no direction. */
const typeSchema = z.object({ type: z.string(), count: z.number().int(), amount: decimalSchema, fee: decimalSchema });

/** A day that needs a reason before its month is closed; `to`: the last day of a run without a proof. */
const openDaySchema = z.object({
	day: z.iso.date(),
	to: z.iso.date(),
	kind: z.enum(["unexplained", "not_proved"]),
	amount: decimalSchema,
	/** The reasons that people wrote when the month was proposed for closing. */
	reason: z.string().nullable(),
});
export type OpenDay = z.infer<typeof openDaySchema>;

/** A line of a closed month that appeared or was withdrawn after the month was closed. */
const lateLineSchema = z.object({
	id: z.string(),
	/** The closed month, "2026-10". */
	month: z.string(),
	type: z.string(),
	amount: decimalSchema,
	fee: decimalSchema,
	createdAt: timeSchema,
	/** The line's day in the business's time zone. */
	day: z.iso.date(),
	/** The time at which the line appeared or was withdrawn. */
	notedAt: timeSchema,
	reason: z.enum(["came", "withdrawn"]),
	/** False if the line explains a difference of its closed month, or if the next month's first day contains it. */
	counted: z.boolean(),
	/** The line's effect on the balance. */
	effect: decimalSchema,
});
export type LateLine = z.infer<typeof lateLineSchema>;

/** The figures of a statement; a closed month keeps them as they were. */
export const statementFiguresSchema = z.object({
	currency: currencySchema,
	/** Calendar days in the business's time zone, both inclusive. */
	from: z.iso.date(),
	to: z.iso.date(),
	opening: balanceSchema,
	closing: balanceSchema,
	...sumFields,
	adjustmentParts: z.array(z.object({ kind: z.enum(ADJUSTMENT_KINDS), amount: decimalSchema })),
	byDay: z.array(statementDaySchema),
	byOperator: z.array(operatorSchema),
	byType: z.array(typeSchema),
	/** The first reading of the balance, when the period begins before it; null otherwise. */
	knownFrom: timeSchema.nullable(),
	openDays: z.array(openDaySchema),
	late: z.array(lateLineSchema),
});
export type StatementFigures = z.infer<typeof statementFiguresSchema>;

const personSchema = z.object({ id: z.string(), name: z.string() });

const closingSchema = z.object({
	month: z.string(),
	state: z.enum(["open", "proposed", "closed"]),
	/** 0 before the first decision. */
	version: z.number().int(),
	proposedBy: personSchema.nullable(),
	proposedAt: timeSchema.nullable(),
	confirmedBy: personSchema.nullable(),
	confirmedAt: timeSchema.nullable(),
	/** SHA-256 of the kept figures. */
	digest: z.string().nullable(),
	may: z.object({ propose: z.boolean(), confirm: z.boolean(), reject: z.boolean(), reopen: z.boolean() }),
});
export type MonthClosing = z.infer<typeof closingSchema>;

const statementSchema = statementFiguresSchema.extend({
	/** The service's name for the wallet, as a bank's account number; null before the first reading. */
	walletReference: z.string().nullable(),
	/** The last full refresh of the wallet's lines; null before the first. */
	syncedAt: timeSchema.nullable(),
	/** False while lines may be missing: the list was last read before the end of the period, or the first list is still arriving. */
	isComplete: z.boolean(),
	/** Null: the period is not one whole month. */
	monthClosing: closingSchema.nullable(),
});
export type Statement = z.infer<typeof statementSchema>;

export function requireDays({ from, to }: { from: string; to: string }, { addIssue }: z.RefinementCtx): void {
	const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
	if (days < 0) addIssue({ code: "custom", path: ["to"], message: "before_from" });
	if (days >= MOST_STATEMENT_DAYS) addIssue({ code: "custom", path: ["to"], message: "too_long" });
}

/** Calendar days in the business's time zone, both inclusive. */
export interface StatementQuery {
	from: string;
	to: string;
}

const STATEMENT_FORMATS = ["csv", "xlsx", "pdf", "journal"] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

/** The accounting programs that can import the journal; without one of these forms it is a table for people. */
const JOURNAL_FORMS = ["odoo", "sage"] as const;
export type JournalForm = (typeof JOURNAL_FORMS)[number];

/** The route's query; without a format it answers JSON. */
export const statementRequestSchema = z
	.object({
		...{ from: calendarDaySchema, to: calendarDaySchema },
		...{ locale: exportFields.locale, ask: exportFields.ask },
		format: z.enum(STATEMENT_FORMATS).optional(),
		form: z.enum(JOURNAL_FORMS).optional(),
	})
	.superRefine(requireDays);
export type StatementRequest = z.infer<typeof statementRequestSchema>;

/** reject: withdraws one's own proposal, or refuses another's. reopen: asks for a change that a second admin confirms. */
export const closingDecisionSchema = z.strictObject({
	month: z.string().refine(isCalendarMonth),
	decision: z.enum(["propose", "confirm", "reject", "reopen"]),
	/** The version of the month that the person saw. */
	version: z.number().int().min(0),
	/** For `propose`: why each open day is accepted; a run of days is named by its first day. */
	reasons: z
		.array(z.strictObject({ day: calendarDaySchema, reason: reasonSchema }))
		.max(62)
		.optional(),
	/** For `reopen`. */
	note: reasonSchema.optional(),
});
export type ClosingDecision = z.infer<typeof closingDecisionSchema>;

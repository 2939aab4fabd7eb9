/** Statements: a wallet's opening and closing balance in a period, and the movements between them. */
import { z } from "zod";
import {
	calendarDaySchema,
	currencySchema,
	decimalSchema,
	type Person,
	reasonSchema,
	timeSchema,
} from "#lib/contracts/common-fields.ts";
import { exportFields } from "#lib/contracts/export.ts";
import { isCalendarMonth } from "#lib/dates.ts";

/** Maximum number of days in one statement: a leap year. */
export const MOST_STATEMENT_DAYS = 366;

/**
 * proved: a reading explained by the earlier reading and the lines between. read: any other reading. reckoned: calculated
 * from another reading and the lines between. unknown: neither read nor calculated.
 */
const KNOWN_BY = ["proved", "read", "reckoned", "unknown"] as const;
export type KnownBy = (typeof KNOWN_BY)[number];

const balanceSchema = z.object({
	/** The available balance; null when it is unknown. */
	amount: decimalSchema.nullable(),
	knownBy: z.enum(KNOWN_BY),
	/** Money of payouts that the balance no longer had but no line showed. */
	onTheWay: decimalSchema,
});
export type StatementBalance = z.infer<typeof balanceSchema>;

/**
 * on_the_way: payouts debited before their line. after_reading: lines after a day's last reading. fees: fees that the amounts include.
 * other_types: types without a usual sign. late: lines that changed after their month was closed.
 */
const ADJUSTMENT_KINDS = ["on_the_way", "after_reading", "fees", "other_types", "late"] as const;
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number];

/** Closing − opening = in − out − fees + adjustments + unexplained, wherever both balances are known. */
const sumFields = {
	in: decimalSchema,
	out: decimalSchema,
	fees: decimalSchema,
	adjustments: decimalSchema,
	unexplained: decimalSchema,
	/** Count of all lines, including types without a sign. */
	count: z.number().int(),
};

const statementDaySchema = z.object({ day: z.iso.date(), ...sumFields, closing: balanceSchema });
export type StatementDay = z.infer<typeof statementDaySchema>;

const partFields = { count: z.number().int(), in: decimalSchema, out: decimalSchema, fees: decimalSchema };
const operatorSchema = z.object({
	/** The operator of the matched payments; null for lines without a payment of ours. */
	operator: z.string().nullable(),
	name: z.string().nullable(),
	...partFields,
});
export type StatementOperator = z.infer<typeof operatorSchema>;

/** Amounts of different types are never added; a type without a sign has no direction. */
const typeSchema = z.object({ type: z.string(), count: z.number().int(), amount: decimalSchema, fee: decimalSchema });

/** A day that needs a reason before its month is closed. `to`: the last of several days in a row that are `not_proved`. */
const openDaySchema = z.object({
	day: z.iso.date(),
	to: z.iso.date(),
	kind: z.enum(["unexplained", "not_proved"]),
	amount: decimalSchema,
	/** The reason given when the month was proposed for closing, else the reason of the decided lines that explain the difference. */
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
	notedAt: timeSchema,
	reason: z.enum(["came", "withdrawn"]),
	/**
	 * False when a balance read in the closed month already contained the line, when the next month's first day shows it, or when the
	 * effect of its type is unknown.
	 */
	counted: z.boolean(),
	/** The change of the balance; "0.00" when the effect of the line's type is unknown. */
	effect: decimalSchema,
});
export type LateLine = z.infer<typeof lateLineSchema>;

/** The figures of a statement. Those of a proposed or closed month are stored and not computed again. */
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
	/** The time of the wallet's first balance reading, if the period begins before it; otherwise null. */
	knownFrom: timeSchema.nullable(),
	openDays: z.array(openDaySchema),
	late: z.array(lateLineSchema),
});
export type StatementFigures = z.infer<typeof statementFiguresSchema>;

export interface MonthClose {
	month: string;
	state: "open" | "proposed" | "closed";
	/** 0 before the first proposal to close the month. */
	version: number;
	proposedBy: Person | null;
	proposedAt: string | null;
	confirmedBy: Person | null;
	confirmedAt: string | null;
	/** SHA-256 of the figures that were proposed or closed. */
	digest: string | null;
	/** A waiting request to reopen the month; null without one, and for readers who may not read change requests. */
	reopening: { by: Person; at: string } | null;
	may: { propose: boolean; confirm: boolean; reject: boolean; reopen: boolean };
}

export interface Statement extends StatementFigures {
	/** The service's own reference of the wallet, comparable to a bank account number; null before the first reading. */
	walletReference: string | null;
	/** The time of the last full refresh of the wallet's lines; null before the first. */
	syncedAt: string | null;
	/** False while lines may be missing: the list was last read before the period's end, or the first list is still arriving. */
	isComplete: boolean;
	/** Null unless the period is one whole month. */
	monthClosing: MonthClose | null;
}

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

/** Accounting programs whose import format the journal can have; without a `form` the journal is a table for people. */
const JOURNAL_FORMS = ["odoo", "sage"] as const;
export type JournalForm = (typeof JOURNAL_FORMS)[number];

/** The query of the statement's route, which answers JSON when `format` is absent. */
export const statementRequestSchema = z
	.object({
		...{ from: calendarDaySchema, to: calendarDaySchema },
		...{ locale: exportFields.locale, ask: exportFields.ask },
		format: z.enum(STATEMENT_FORMATS).optional(),
		form: z.enum(JOURNAL_FORMS).optional(),
	})
	.superRefine(requireDays);
export type StatementRequest = z.infer<typeof statementRequestSchema>;

/** reject: withdraws one's own proposal or refuses another's. reopen: makes a change request, which a second admin confirms. */
export const monthCloseDecisionSchema = z.strictObject({
	month: z.string().refine(isCalendarMonth),
	decision: z.enum(["propose", "confirm", "reject", "reopen"]),
	version: z.number().int().min(0),
	/** For `propose`: a reason for each of `openDays`, named by its `day`. */
	reasons: z
		.array(z.strictObject({ day: calendarDaySchema, reason: reasonSchema }))
		.max(62)
		.optional(),
	/** For `reopen`: the reason to reopen the month. */
	note: reasonSchema.optional(),
});
export type MonthCloseDecision = z.infer<typeof monthCloseDecisionSchema>;

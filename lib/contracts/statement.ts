/** Statements: what a wallet opened and closed with in a period, and what moved between. */
import { z } from "zod";
import { calendarDaySchema, currencySchema, decimalSchema, timeSchema } from "#lib/contracts/common-fields.ts";

/** The most days of one statement: a leap year. */
const MOST_STATEMENT_DAYS = 366;

/**
 * proved: read, and it follows from the reading before and the lines between. read: read, and something is unexplained. reckoned:
 * computed from a reading and the lines between. unknown: neither is possible.
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
 * on_the_way: money of payouts left the balance before their line. after_reading: lines between the last reading of a day and
 * midnight. fees: fees that the service counts inside the amount. other_types: lines of types without a sign, as the balance
 * shows their effect. late: lines of a closed month that came after it was closed.
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
});
export type OpenDay = z.infer<typeof openDaySchema>;

/** The figures, which a closed month keeps. */
const statementFiguresSchema = z.object({
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
});
export type StatementFigures = z.infer<typeof statementFiguresSchema>;

const statementSchema = statementFiguresSchema.extend({
	/** The last full refresh of the wallet's lines; null before the first. */
	syncedAt: timeSchema.nullable(),
	/** False while days are missing: the period is not over, or the first list is still arriving. */
	isComplete: z.boolean(),
});
export type Statement = z.infer<typeof statementSchema>;

function requireDays({ from, to }: { from: string; to: string }, { addIssue }: z.RefinementCtx): void {
	const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
	if (days < 0) addIssue({ code: "custom", path: ["to"], message: "before_from" });
	if (days >= MOST_STATEMENT_DAYS) addIssue({ code: "custom", path: ["to"], message: "too_long" });
}

export const statementQuerySchema = z
	.object({ from: calendarDaySchema, to: calendarDaySchema })
	.superRefine(requireDays);
export type StatementQuery = z.infer<typeof statementQuerySchema>;

/** `GET /api/insights`: a wallet's money and payments in a period. The money figures are those of its statement. */
import { z } from "zod";
import {
	calendarDaySchema,
	currencySchema,
	decimalSchema,
	operatorCodeSchema,
	paymentKindSchema,
	timeSchema,
} from "#lib/contracts/common-fields.ts";
import { requireDays, statementFiguresSchema } from "#lib/contracts/statement.ts";
import { PAYMENT_STATES } from "#lib/payment-state.ts";

/** Calendar days in the business's time zone, both inclusive. */
const periodFields = { from: calendarDaySchema, to: calendarDaySchema };
export const insightsQuerySchema = z
	.strictObject({ currency: currencySchema, ...periodFields })
	.superRefine((query, ctx) => requireDays(query, ctx));
export type InsightsQuery = z.infer<typeof insightsQuerySchema>;

/** Counts of sent payments that ended as paid or unpaid; payments without an outcome yet are in neither count. */
const outcomeFields = { paid: z.number().int(), unpaid: z.number().int() };
const operatorOutcomeSchema = z.object({
	operator: operatorCodeSchema,
	name: z.string(),
	...outcomeFields,
	before: z.object(outcomeFields),
});
export type OperatorOutcome = z.infer<typeof operatorOutcomeSchema>;
/** A wallet's last seven days, for Home. */
export type WeekOutcomes = InsightsQuery & { byOperator: readonly OperatorOutcome[] };

const forecastDaySchema = z.object({
	day: z.iso.date(),
	in: decimalSchema,
	/** With fees. */
	out: decimalSchema,
	/** The expected balance at the day's end; null when the wallet's balance was never read. */
	balance: decimalSchema.nullable(),
});

/** The next seven days: each is the average of the same weekday in the last four weeks, or of all days if there is no such weekday yet. */
const forecastSchema = z.object({
	days: z.array(forecastDaySchema),
	/** Payouts that wait for approval or to be sent; their amounts and fees are subtracted before the first day. */
	waiting: z.object({ count: z.number().int(), amount: decimalSchema }),
	in: decimalSchema,
	out: decimalSchema,
	balance: decimalSchema.nullable(),
	/** The amount by which the balance falls below zero at its lowest; "0.00" if it does not; null when the balance was never read. */
	missing: decimalSchema.nullable(),
});
export type Forecast = z.infer<typeof forecastSchema>;

export const insightsSchema = z.object({
	currency: currencySchema,
	...periodFields,
	/** As in the statement of these days. */
	syncedAt: timeSchema.nullable(),
	isComplete: z.boolean(),
	books: statementFiguresSchema.pick({
		opening: true,
		in: true,
		out: true,
		fees: true,
		count: true,
		unexplained: true,
		byDay: true,
		byOperator: true,
		byType: true,
		knownFrom: true,
	}),
	/** The period before this one, as `shiftedPeriod` finds it, for comparison. */
	before: z.object({ ...periodFields, in: decimalSchema, out: decimalSchema, fees: decimalSchema }),
	byOperator: z.array(operatorOutcomeSchema),
	/** Hours 0 to 23 in the business's time zone. */
	byHour: z.array(z.object({ hour: z.number().int(), ...outcomeFields })),
	/** Seconds from sending to the service's final status; `most`: the 95th percentile. */
	times: z.array(z.object({ kind: paymentKindSchema, count: z.number().int(), median: z.number(), most: z.number() })),
	/** Most frequent first. `reason`: the service's own word; `cause`: our code. */
	failures: z.array(
		z.object({
			reason: z.string().nullable(),
			cause: z.string().nullable(),
			state: z.enum(PAYMENT_STATES),
			count: z.number().int(),
		}),
	),
	/** Counts of payments that are in doubt or were once `unknown`, by their current state. */
	unknown: z.array(z.object({ state: z.enum(PAYMENT_STATES), count: z.number().int() })),
	next: forecastSchema.nullable(),
});
export type Insights = z.infer<typeof insightsSchema>;

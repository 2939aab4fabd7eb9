/**
 * The payment of each line in a list, and the balance after it where the proof allows one. Requested after the lines are shown.
 */
import { z } from "zod";
import { currencySchema, decimalSchema, lineIdSchema, paymentKindSchema } from "#lib/contracts/common-fields.ts";
import { lineStatusSchema } from "#lib/contracts/reconciliation.ts";
import { VERDICTS } from "#lib/line-verdicts.ts";

/** One page of the list. */
const MOST_LINES = 100;

export const lineNameQuerySchema = z.object({
	currency: currencySchema,
	/** Line ids, separated by commas. */
	ids: z
		.string()
		.transform((text) => [...new Set(text.split(","))])
		.pipe(z.array(lineIdSchema).max(MOST_LINES)),
	/** Requests the balance after each line; only for lists in order of time. */
	balances: z.enum(["yes"]).optional(),
});
export type LineNameQuery = z.infer<typeof lineNameQuerySchema>;

/**
 * not_yet: no balance reading after the line. gap: the day's lines do not explain its balance. no_reading: no balance was read.
 * unsigned: the direction of this or an earlier line is unknown. many: too many days and lines for one page.
 */
const NO_BALANCE = ["not_yet", "gap", "no_reading", "unsigned", "withdrawn", "many", "unordered"] as const;
export type NoBalance = (typeof NO_BALANCE)[number];

const lineNameSchema = z.object({
	id: z.string(),
	status: lineStatusSchema,
	payment: z
		.object({
			id: z.string(),
			kind: paymentKindSchema,
			/** The payer's or the recipient's number, masked. */
			who: z.string(),
			note: z.string().nullable(),
			operator: z.string(),
			/** At the request, else in the book now. */
			name: z.string().nullable(),
		})
		.nullable(),
	reference: z.string().nullable(),
	verdict: z.enum(VERDICTS).nullable(),
	balanceAfter: decimalSchema.nullable(),
	/** The reason for a missing balance; null where there is one. */
	noBalance: z.enum(NO_BALANCE).nullable(),
});
export type LineName = z.infer<typeof lineNameSchema>;

export const lineNamesSchema = z.object({ items: z.array(lineNameSchema) });
export type LineNames = z.infer<typeof lineNamesSchema>;

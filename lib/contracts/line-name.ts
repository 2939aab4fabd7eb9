/** The payment of each line of a list, and the balance after the line if that balance is proved. Pages request both after the lines. */
import { z } from "zod";
import { currencySchema, decimalSchema, lineIdSchema, paymentKindSchema } from "#lib/contracts/common-fields.ts";
import { lineStatusSchema } from "#lib/contracts/reconciliation.ts";
import { VERDICTS } from "#lib/line-verdicts.ts";

const MOST_LINES = 100;

export const lineNameQuerySchema = z.object({
	currency: currencySchema,
	ids: z
		.string()
		.transform((text) => [...new Set(text.split(","))])
		.pipe(z.array(lineIdSchema).max(MOST_LINES)),
	/** Also returns the balance after each line; only for lists in order of time. */
	balances: z.enum(["yes"]).optional(),
});
export type LineNameQuery = z.infer<typeof lineNameQuerySchema>;

/**
 * not_yet: no balance reading after the line. no_reading: no reading closes the line's period. gap: the period is not proved. unsigned: a
 * line, this or an earlier one, has no direction. withdrawn: no longer listed. many: too many days or lines. unordered: list not by time.
 */
const NO_BALANCE = ["not_yet", "gap", "no_reading", "unsigned", "withdrawn", "many", "unordered"] as const;
export type NoBalance = (typeof NO_BALANCE)[number];

export const lineNameSchema = z.object({
	id: z.string(),
	status: lineStatusSchema,
	payment: z
		.object({
			id: z.string(),
			kind: paymentKindSchema,
			/** The name given at the request, else the masked number. */
			who: z.string(),
			note: z.string().nullable(),
			operator: z.string(),
			/** The name given at the request, else the current name in the book. */
			name: z.string().nullable(),
		})
		.nullable(),
	reference: z.string().nullable(),
	verdict: z.enum(VERDICTS).nullable(),
	balanceAfter: decimalSchema.nullable(),
	noBalance: z.enum(NO_BALANCE).nullable(),
});
export type LineName = z.infer<typeof lineNameSchema>;

export const lineNamesSchema = z.object({ items: z.array(lineNameSchema) });
export type LineNames = z.infer<typeof lineNamesSchema>;

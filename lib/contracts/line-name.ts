/** The payment of each line in a list, and the balance after it where this is proved. Requested once the lines are shown. */
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
 * not_yet: no later balance reading. no_reading: none for the day. gap: lines do not explain the balance. unsigned: this or an earlier
 * line has no known direction. withdrawn: no longer listed. many: too many days or lines. unordered: the list is not in order of time.
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
			/** The name given at the request, else the name in the book now. */
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

/** What the lines of a list are: whose, and the balance after each where the proof allows it. Asked after the lines are shown. */
import { z } from "zod";
import { currencySchema, decimalSchema, lineIdSchema, paymentKindSchema } from "#lib/contracts/common-fields.ts";
import { lineStatusSchema, VERDICTS } from "#lib/contracts/reconciliation.ts";

/** As many as a page of the list has at most. */
const MOST_LINES = 100;

export const lineNameQuerySchema = z.object({
	currency: currencySchema,
	/** Ids of lines, parted by commas. */
	ids: z
		.string()
		.transform((text) => [...new Set(text.split(","))])
		.pipe(z.array(lineIdSchema).max(MOST_LINES)),
	/** The balance after each is wanted: of lists in the order of time. */
	balances: z.enum(["yes"]).optional(),
});
export type LineNameQuery = z.infer<typeof lineNameQuerySchema>;

/**
 * not_yet: no look at the balance after it. gap: the day's lines do not explain its balance. no_look: nobody looked.
 * unsigned: nobody knows which way a line of this type, or one before it, goes. many: too many days and lines for one page.
 */
const NO_BALANCE = ["not_yet", "gap", "no_look", "unsigned", "withdrawn", "many", "unordered"] as const;
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
		})
		.nullable(),
	reference: z.string().nullable(),
	verdict: z.enum(VERDICTS).nullable(),
	balanceAfter: decimalSchema.nullable(),
	/** Why there is no balance; null where there is one. */
	noBalance: z.enum(NO_BALANCE).nullable(),
});
export type LineName = z.infer<typeof lineNameSchema>;

export const lineNamesSchema = z.object({ items: z.array(lineNameSchema) });
export type LineNames = z.infer<typeof lineNamesSchema>;

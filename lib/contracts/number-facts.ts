import { z } from "zod";
import { timeSchema } from "#lib/contracts/common-fields.ts";

/** Warnings about a number for the maker and the approvers of a payout to it. */
export const numberMarksSchema = z.object({
	neverPaid: z.boolean(),
	/** The time at which this number replaced the recipient's earlier one; null after 30 days. */
	changedAt: timeSchema.nullable(),
	/** The reason why a person blocked the number; null when the number is not blocked. */
	blocked: z.string().nullable(),
});

export const numberFactsSchema = numberMarksSchema.extend({
	/** E.164. */
	number: z.string(),
	recipient: z
		.object({
			id: z.string(),
			name: z.string(),
			operator: z.string().nullable(),
			purpose: z.string().nullable(),
			reference: z.string().nullable(),
		})
		.nullable(),
});
export type NumberFacts = z.infer<typeof numberFactsSchema>;

import { z } from "zod";
import { timeSchema } from "#lib/contracts/common-fields.ts";

/** The facts about a number that a maker and an approver must know before it is paid. */
export const numberMarksSchema = z.object({
	/** No payout to the number was ever paid. */
	neverPaid: z.boolean(),
	/** When this number replaced the recipient's earlier one; null after 30 days. */
	changedAt: timeSchema.nullable(),
	/** Why a person blocked the number, so that no payout leaves for it; null when it is not blocked. */
	blocked: z.string().nullable(),
});

/** The facts about a number from the book and from its payments. */
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

import { z } from "zod";
import { type Person, timeSchema } from "#lib/contracts/common-fields.ts";

/** Warnings about a number for the maker and the approvers of a payout to it. */
export const numberMarksSchema = z.object({
	neverPaid: z.boolean(),
	/** The time at which this number replaced the recipient's earlier one; null after 30 days. */
	changedAt: timeSchema.nullable(),
	/** The reason why a person blocked the number; null when the number is not blocked. */
	blocked: z.string().nullable(),
});

export interface NumberFacts extends z.infer<typeof numberMarksSchema> {
	/** E.164. */
	number: string;
	recipient: (Person & Record<"operator" | "purpose" | "reference", string | null>) | null;
}

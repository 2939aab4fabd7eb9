/** The outcome of a decision on a list of payments, one by one. */
import { z } from "zod";
import { idSchema } from "#lib/contracts/common-fields.ts";
import { ERROR_CODES, type ErrorCode } from "#lib/error-codes.ts";

const listAnswerSchema = z.object({
	done: z.array(idSchema),
	/** The payments that stay as they were, each with the reason. */
	failed: z.array(z.object({ id: idSchema, code: z.enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]]) })),
});
export type ListAnswer = z.infer<typeof listAnswerSchema>;

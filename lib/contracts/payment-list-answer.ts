/** The answer to a decision on a list of payments: each payment is decided or refused separately. */
import { z } from "zod";
import { idSchema } from "#lib/contracts/common-fields.ts";
import { ERROR_CODES, type ErrorCode } from "#lib/error-codes.ts";

const listAnswerSchema = z.object({
	done: z.array(idSchema),
	failed: z.array(z.object({ id: idSchema, code: z.enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]]) })),
});
export type ListAnswer = z.infer<typeof listAnswerSchema>;

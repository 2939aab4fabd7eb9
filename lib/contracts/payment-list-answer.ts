/** The answer to a decision on a list of payments: each payment is decided or refused separately. */
import { z } from "zod";
import { idSchema } from "#lib/contracts/common-fields.ts";
import { errorCodeSchema } from "#lib/contracts/problem.ts";

const listAnswerSchema = z.object({
	done: z.array(idSchema),
	failed: z.array(z.object({ id: idSchema, code: errorCodeSchema })),
});
export type ListAnswer = z.infer<typeof listAnswerSchema>;

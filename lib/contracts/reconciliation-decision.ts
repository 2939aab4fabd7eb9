/** People's decisions on a line of the wallet, or on a payment that has no line. */
import { z } from "zod";
import { lineIdSchema, plainTextSchema, reasonSchema, timeSchema } from "#lib/contracts/common-fields.ts";
import { LINE_VERDICTS, PAYMENT_VERDICTS } from "#lib/line-verdicts.ts";

/** For `reopen`: when the shown decision was made. If given, a newer decision is not reverted. */
const decidedAtSchema = timeSchema.optional();

export const lineDecisionSchema = z.discriminatedUnion("verdict", [
	z.strictObject({ verdict: z.literal("match"), paymentId: z.string().min(1).max(64), reason: reasonSchema }),
	z.strictObject({
		verdict: z.enum(LINE_VERDICTS),
		/** For a transaction started in the service's portal: its reference, when known. */
		reference: plainTextSchema(128).optional(),
		reason: reasonSchema,
	}),
	z.strictObject({ verdict: z.literal("reopen"), decidedAt: decidedAtSchema, reason: reasonSchema }),
]);
export type LineDecision = z.infer<typeof lineDecisionSchema>;

export const paymentDecisionSchema = z.strictObject({
	verdict: z.enum([...PAYMENT_VERDICTS, "reopen"]),
	decidedAt: decidedAtSchema,
	reason: reasonSchema,
});
export type PaymentDecision = z.infer<typeof paymentDecisionSchema>;

export const linePathSchema = z.strictObject({ id: lineIdSchema });

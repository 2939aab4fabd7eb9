/** Orphan answers: the service's answers to attempts that this database lacks, because it was restored to an earlier time. */
import { z } from "zod";
import { fullReasonSchema, paymentKindSchema, timeSchema } from "#lib/contracts/common-fields.ts";
import { serviceFaultSchema } from "#lib/contracts/service-fault.ts";
import { PAYMENT_STATES } from "#lib/payment-state.ts";

const ORPHAN_RESOLUTIONS = ["attached", "imported", "dismissed"] as const;
export type OrphanResolution = (typeof ORPHAN_RESOLUTIONS)[number];

const orphanAnswerSchema = z.object({
	id: z.string(),
	state: z.enum(PAYMENT_STATES),
	/** The reference in the answer, even when the rest of the answer is damaged; null without one. */
	reference: z.string().nullable(),
	serviceStatus: z.string().nullable(),
	httpStatus: z.number().int().nullable(),
	/** The fault of a refusal or of an unusable answer; null for a usable one. */
	fault: serviceFaultSchema.nullable(),
	/** The first characters of the answer as received; untrusted. */
	excerpt: z.string().nullable(),
	answeredAt: timeSchema,
	keptAt: timeSchema,
	paymentId: z.string(),
	payment: z
		.object({
			id: z.string(),
			kind: paymentKindSchema,
			state: z.enum(PAYMENT_STATES),
			version: z.number().int(),
		})
		.nullable(),
});
export type OrphanAnswer = z.infer<typeof orphanAnswerSchema>;

const orphanAnswerListSchema = z.object({ items: z.array(orphanAnswerSchema), count: z.number().int() });
export type OrphanAnswerList = z.infer<typeof orphanAnswerListSchema>;

/** `POST /api/orphan-answers/[id]`: assigns an answer to a payment, imports its reference, or dismisses it. */
export const orphanResolutionSchema = z.discriminatedUnion("action", [
	/** Assigns the answer to a payment in doubt, if the service confirms the answer's reference. */
	z.strictObject({
		action: z.literal("attach"),
		kind: paymentKindSchema,
		paymentId: z.string().min(1).max(64),
		version: z.number().int().min(1),
	}),
	z.strictObject({ action: z.literal("import") }),
	z.strictObject({ action: z.literal("dismiss"), reason: fullReasonSchema }),
]);
export type OrphanResolutionRequest = z.infer<typeof orphanResolutionSchema>;

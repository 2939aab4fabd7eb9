/** Answers of the service that no payment here admits: the database was put back behind the attempts that they belong to. */
import { z } from "zod";
import { fullReasonSchema, idSchema, paymentKindSchema, timeSchema } from "#lib/contracts/common-fields.ts";
import { serviceFaultSchema } from "#lib/contracts/service-fault.ts";
import { PAYMENT_STATES } from "#lib/payment-state.ts";

const ORPHAN_RESOLUTIONS = ["attached", "imported", "dismissed"] as const;
export type OrphanResolution = (typeof ORPHAN_RESOLUTIONS)[number];

const orphanAnswerSchema = z.object({
	/** The attempt's. */
	id: z.string(),
	/** What the answer came to. */
	state: z.enum(PAYMENT_STATES),
	/** Named by the answer, readable or seen in a damaged one. */
	reference: z.string().nullable(),
	serviceStatus: z.string().nullable(),
	httpStatus: z.number().int().nullable(),
	/** Of a refusal, or of an answer that could not be used. */
	fault: serviceFaultSchema.nullable(),
	/** First characters of the answer as it came, never trusted. */
	excerpt: z.string().nullable(),
	answeredAt: timeSchema,
	keptAt: timeSchema,
	/** As the permit named it. */
	paymentId: z.string(),
	/** That payment as this database has it; null when it does not. */
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

/** `POST /api/orphan-answers/[id]`: what becomes of one. */
export const orphanResolutionSchema = z.discriminatedUnion("action", [
	/** To a payment whose end is unknown, once the service itself confirms the reference. */
	z.strictObject({
		action: z.literal("attach"),
		kind: paymentKindSchema,
		paymentId: z.string().min(1).max(64),
		version: z.number().int().min(1),
	}),
	/** To the register of what was started elsewhere. */
	z.strictObject({ action: z.literal("import") }),
	z.strictObject({ action: z.literal("dismiss"), reason: fullReasonSchema }),
]);
export type OrphanResolutionRequest = z.infer<typeof orphanResolutionSchema>;

export const orphanAnswerPathSchema = z.strictObject({ id: idSchema });

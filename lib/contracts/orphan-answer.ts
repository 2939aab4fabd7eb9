/** Orphan answers: the service's answers to attempts that this database lacks, because it was restored to an earlier time. */

import { z } from "zod";
import { fullReasonSchema, paymentKindSchema } from "#lib/contracts/common-fields.ts";
import type { ServiceFault } from "#lib/contracts/service-fault.ts";
import type { PaymentKind, PaymentState } from "#lib/payment-state.ts";

const ORPHAN_RESOLUTIONS = ["attached", "imported", "dismissed"] as const;
export type OrphanResolution = (typeof ORPHAN_RESOLUTIONS)[number];

export interface OrphanAnswer {
	id: string;
	state: PaymentState;
	/** The reference in the answer, even when the rest of the answer is damaged; null without one. */
	reference: string | null;
	serviceStatus: string | null;
	httpStatus: number | null;
	/** The fault of a refusal or of an unusable answer; null for a usable one. */
	fault: ServiceFault | null;
	/** The first characters of the answer as received; untrusted. */
	excerpt: string | null;
	answeredAt: string;
	keptAt: string;
	paymentId: string;
	payment: { id: string; kind: PaymentKind; state: PaymentState; version: number } | null;
}

export type OrphanAnswerList = { items: OrphanAnswer[]; count: number };

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

/** Reasons for which the service gave no usable answer, as stored and as our JSON shows them. */
import { z } from "zod";
import { type Cause, isCause } from "#lib/causes.ts";

/** Only a code of lib/causes.ts. */
export const causeSchema = z.custom<Cause>(isCause, "not a cause");

/** Screens quote `words` where there are any; the cause explains the rest. */
export const serviceFaultSchema = z.object({
	/** Null: a fault of ours; how far the request came is unknown. */
	cause: causeSchema.nullable(),
	/** The service's own text; ≤ 300 characters, untrusted. */
	words: z.string().nullable(),
});
export type ServiceFault = z.infer<typeof serviceFaultSchema>;

/** Null without cause and words. */
export function serviceFault(cause: Cause | null, words: string | null): ServiceFault | null {
	return cause === null && words === null ? null : { cause, words };
}

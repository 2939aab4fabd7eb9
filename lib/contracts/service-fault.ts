/** The cause and words of a request without a usable answer, in the form of the database and of our JSON. */
import { z } from "zod";
import { type Cause, isCause } from "#lib/failure-causes.ts";

export const causeSchema = z.custom<Cause>(isCause, "not a cause");

/** Screens quote `words`; without words they show the text of `cause`. */
export const serviceFaultSchema = z.object({
	/** Null for our own fault, after which nobody knows whether the request arrived. */
	cause: causeSchema.nullable(),
	/** The service's own text; ≤ 300 characters, untrusted. */
	words: z.string().nullable(),
});
export type ServiceFault = z.infer<typeof serviceFaultSchema>;

export function serviceFault(cause: Cause | null, words: string | null): ServiceFault | null {
	return cause === null && words === null ? null : { cause, words };
}

/** Why the service gave no answer that can be used, as it is kept and as our JSON tells it. */
import { z } from "zod";
import { type Cause, isCause } from "#lib/causes.ts";

/** A code of lib/causes.ts, and nothing else. */
export const causeSchema = z.custom<Cause>(isCause, "not a cause");

/** What was said is quoted where there is something; the cause tells the rest. One of the two is always there. */
export const serviceFaultSchema = z.object({
	/** Null: from before causes were codes, and only the service's words were kept. */
	cause: causeSchema.nullable(),
	/** The service's own words; ≤ 300 characters, never trusted. */
	words: z.string().nullable(),
});
export type ServiceFault = z.infer<typeof serviceFaultSchema>;

/** Null where neither says anything. */
export function serviceFault(cause: Cause | null, words: string | null): ServiceFault | null {
	return cause === null && words === null ? null : { cause, words };
}

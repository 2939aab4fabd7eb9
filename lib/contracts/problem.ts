/** RFC 9457 problem+json: what every refusing route answers. */
import { z } from "zod";
import { limitUseSchema } from "#lib/contracts/payout-rule.ts";
import { stepUpNeedSchema } from "#lib/contracts/second-factor.ts";
import { ERROR_CODES, type ErrorCode } from "#lib/error-codes.ts";

export const problemSchema = z.object({
	type: z.string(),
	title: z.string(),
	status: z.number().int(),
	code: z.enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]]),
	/** Words for people from the service, escaped by whoever shows them, ≤ 300 characters. */
	detail: z.string().optional(),
	/** Field path → fault key; words under `faults` in lib/i18n. */
	fields: z.record(z.string(), z.string()).optional(),
	retryAfterSeconds: z.number().int().optional(),
	/** Of duplicate_suspected: ids of the earlier payments. */
	payments: z.array(z.string()).optional(),
	/** Of limit_exceeded: the limit that stands in the way. */
	limit: limitUseSchema.optional(),
	/** Of step_up_needed: what the proof is wanted for. */
	stepUp: stepUpNeedSchema.optional(),
	/** Id of the request in the log. */
	instance: z.string().optional(),
});
export type Problem = z.infer<typeof problemSchema>;

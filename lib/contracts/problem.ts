/** RFC 9457 problem+json: the body of every refusal. */
import { z } from "zod";
import { limitUseSchema } from "#lib/contracts/payout-rule.ts";
import { stepUpNeedSchema } from "#lib/contracts/second-factor.ts";
import { ERROR_CODES, type ErrorCode } from "#lib/error-codes.ts";

const errorCodeSchema = z.enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]]);

export const problemSchema = z.object({
	type: z.string(),
	title: z.string(),
	status: z.number().int(),
	code: errorCodeSchema,
	/** Text of the service for people, ≤ 300 characters and untrusted: escape it on display. */
	detail: z.string().optional(),
	/** Field path → fault key, with a text under `faults` in lib/i18n. */
	fields: z.record(z.string(), z.string()).optional(),
	retryAfterSeconds: z.number().int().optional(),
	/** For duplicate_suspected: ids of the earlier payments. */
	payments: z.array(z.string()).optional(),
	/** For limit_exceeded: the limit that the payout exceeds. */
	limit: limitUseSchema.optional(),
	/** For step_up_needed: the act for which a fresh second factor is required. */
	stepUp: stepUpNeedSchema.optional(),
	instance: z.string().optional(),
});
export type Problem = z.infer<typeof problemSchema>;

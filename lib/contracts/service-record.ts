/** The values and fields that the service has sent so far, for admins. Contains no personal data. */
import { z } from "zod";
import { timeSchema } from "#lib/contracts/common-fields.ts";

const SERVICE_ENDPOINTS = ["deposit", "payout", "detail", "history", "status", "balance", "movements"] as const;
export type ServiceEndpoint = (typeof SERVICE_ENDPOINTS)[number];

const OBSERVATION_KINDS = [
	"status",
	"answer",
	"error",
	"latency",
	"order",
	"unknown_field",
	"missing_field",
	"drift",
] as const;
export type ObservationKind = (typeof OBSERVATION_KINDS)[number];

/** Replaces a value that may be personal, or that came after the list of values was full. */
export const OTHER_VALUE = "*";

/** One value of the service. `count`: how often it occurred after the counts were last stored. */
export interface Observed {
	kind: ObservationKind;
	endpoint: ServiceEndpoint;
	value: string;
	count: number;
	firstAt: Date;
	lastAt: Date;
	maxMs: number | null;
	example: string | null;
}

const seenSchema = z.object({
	endpoint: z.enum(SERVICE_ENDPOINTS),
	word: z.string(),
	count: z.number().int(),
	firstAt: timeSchema,
	lastAt: timeSchema,
	example: z.string().nullable(),
});
export type SeenValue = z.infer<typeof seenSchema>;

export const serviceRecordSchema = z.object({
	statuses: z.array(
		seenSchema.omit({ endpoint: true }).extend({
			endpoints: z.array(z.enum(SERVICE_ENDPOINTS)),
			/** `known`: in the specification; `listed`: an admin declared it a final failure. */
			meaning: z.enum(["known", "listed", "unrecognised"]),
		}),
	),
	answers: z.array(seenSchema),
	errors: z.array(seenSchema),
	orders: z.array(seenSchema),
	differences: z.array(seenSchema.extend({ kind: z.enum(["unknown_field", "missing_field", "drift"]) })),
	/** In milliseconds. p50 and p95 are rounded up to the upper bound of their histogram bucket. */
	latencies: z.array(
		z.object({
			endpoint: z.enum(SERVICE_ENDPOINTS),
			count: z.number().int(),
			p50: z.number().int(),
			p95: z.number().int(),
			max: z.number().int(),
		}),
	),
});
export type ServiceRecord = z.infer<typeof serviceRecordSchema>;

/** The admin types the status again: `confirmation` must match it exactly. */
export const finalFailureChangeSchema = z.strictObject({
	status: z.string().min(1).max(200),
	listed: z.boolean(),
	confirmation: z.string().max(200),
});
export type FinalFailureChange = z.infer<typeof finalFailureChangeSchema>;

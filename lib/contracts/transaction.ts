/** A transaction: the service's data under a reference, merged from three endpoints (detail, history, status). */
import { z } from "zod";
import {
	currencySchema,
	decimalSchema,
	paymentKindSchema,
	referenceSchema,
	timeSchema,
} from "#lib/contracts/common-fields.ts";
import { STATUS_MEANINGS } from "#lib/payments/status-meaning.ts";

const historyEntrySchema = z.object({
	status: z.string(),
	meaning: z.enum(STATUS_MEANINGS),
	source: z.string(),
	/** Null when the service's time cannot be read: the entry keeps its place in the service's list. */
	timestamp: timeSchema.nullable(),
});

/**
 * A field on which the three endpoints disagree, with each endpoint's value. For `reference`: null when the endpoint does not know the
 * transaction, another reference when it answered about another transaction.
 */
const disagreementSchema = z.object({
	field: z.enum(["status", "amount", "currency", "transactionType", "reference", "history"]),
	detail: z.string().nullable(),
	status: z.string().nullable(),
	history: z.string().nullable(),
});
export type Disagreement = z.infer<typeof disagreementSchema>;

export const transactionSchema = z.object({
	reference: referenceSchema,
	transactionType: z.string(),
	/** The least final of the statuses that the three endpoints gave. */
	status: z.string(),
	/** The meaning of `status` by the specification and the admins' list of final failures. */
	statusMeaning: z.enum(STATUS_MEANINGS),
	statusRecognised: z.boolean(),
	/** The service's own reason for the failure; null when its history gives none. */
	failureReason: z.string().nullable(),
	amount: decimalSchema,
	currency: currencySchema,
	createdAt: timeSchema.nullable(),
	processedAt: timeSchema.nullable(),
	/** Oldest first; the service may use another order. */
	history: z.array(historyEntrySchema),
	disagreements: z.array(disagreementSchema),
	fetchedAt: timeSchema,
	payment: z.object({ id: z.string(), kind: paymentKindSchema, state: z.string() }).nullable(),
});
export type Transaction = z.infer<typeof transactionSchema>;

/** `GET /api/transactions`: the references that this member looked up, newest first. */
export interface RecentLookups {
	items: { reference: string; lookedUpAt: string; found: boolean }[];
}

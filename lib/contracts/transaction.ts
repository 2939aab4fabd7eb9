/** A transaction: the service's data under a reference, detail and status merged. */
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
	timestamp: timeSchema,
});

/**
 * Endpoints that disagree about a transaction: the value of each, null without one. For the field `reference`, null means that
 * the endpoint does not know the transaction, and another value that the endpoint answered about another transaction.
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
	/** The least final status of the endpoints. */
	status: z.string(),
	/** By the specification and the admins' list, as on the payment and in Settings. */
	statusMeaning: z.enum(STATUS_MEANINGS),
	/** True when every endpoint's status is recognised. */
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
	/** Our payment with this reference, if it was started here. */
	payment: z.object({ id: z.string(), kind: paymentKindSchema, state: z.string() }).nullable(),
});
export type Transaction = z.infer<typeof transactionSchema>;

/** `GET /api/transactions`: references this member looked up, newest first. */
export const recentLookupsSchema = z.object({
	items: z.array(z.object({ reference: z.string(), lookedUpAt: timeSchema, found: z.boolean() })),
});
export type RecentLookups = z.infer<typeof recentLookupsSchema>;

/** A transaction: what the service knows under a reference, detail and status merged. */
import { z } from "zod";
import {
	currencySchema,
	decimalSchema,
	paymentKindSchema,
	referenceSchema,
	timeSchema,
} from "#lib/contracts/common-fields.ts";
import { STATUS_MEANINGS } from "#lib/status-meaning.ts";

const historyEntrySchema = z.object({
	status: z.string(),
	meaning: z.enum(STATUS_MEANINGS),
	source: z.string(),
	timestamp: timeSchema,
});

/**
 * Endpoints that speak of the same transaction differently: the word of each is kept and shown, null where it has none.
 * Field `reference`: null means that this endpoint knows no such transaction, another reference that it spoke of that one.
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
	/** The least final of what the endpoints say. */
	status: z.string(),
	/** By what the specification shows and what an admin has listed: as on the payment and in Settings. */
	statusMeaning: z.enum(STATUS_MEANINGS),
	/** Of every word that an endpoint said. */
	statusRecognised: z.boolean(),
	/** Why it did not succeed, in the service's own word; null where its history does not say. */
	failureReason: z.string().nullable(),
	amount: decimalSchema,
	currency: currencySchema,
	createdAt: timeSchema.nullable(),
	processedAt: timeSchema.nullable(),
	/** Oldest first, whatever order the service used. */
	history: z.array(historyEntrySchema),
	disagreements: z.array(disagreementSchema),
	fetchedAt: timeSchema,
	/** Our payment with this reference, when it was started here. */
	payment: z.object({ id: z.string(), kind: paymentKindSchema, state: z.string() }).nullable(),
});
export type Transaction = z.infer<typeof transactionSchema>;

/** `GET /api/transactions`: references this member looked up, newest first. */
export const recentLookupsSchema = z.object({
	items: z.array(z.object({ reference: z.string(), lookedUpAt: timeSchema, found: z.boolean() })),
});
export type RecentLookups = z.infer<typeof recentLookupsSchema>;

/** A transaction: what the service knows under a reference, detail and status merged. */
import { z } from "zod";
import { currencySchema, decimalSchema, referenceSchema, timeSchema } from "#lib/contracts/common-fields.ts";

export const historyEntrySchema = z.object({ status: z.string(), source: z.string(), timestamp: timeSchema });

/** Two endpoints that speak of the same transaction differently; both words are kept and shown. */
export const disagreementSchema = z.object({
	field: z.enum(["status", "amount", "currency", "transactionType", "reference", "history"]),
	detail: z.string(),
	status: z.string(),
});

export const transactionSchema = z.object({
	reference: referenceSchema,
	transactionType: z.string(),
	/** The least final of what the endpoints say. */
	status: z.string(),
	statusRecognised: z.boolean(),
	amount: decimalSchema,
	currency: currencySchema,
	createdAt: timeSchema.nullable(),
	processedAt: timeSchema.nullable(),
	/** Oldest first, whatever order the service used. */
	history: z.array(historyEntrySchema),
	disagreements: z.array(disagreementSchema),
	fetchedAt: timeSchema,
	/** Our payment with this reference, when it was started here. */
	payment: z.object({ id: z.string(), kind: z.enum(["deposit", "payout"]), state: z.string() }).nullable(),
});
export type Transaction = z.infer<typeof transactionSchema>;

/** `GET /api/transactions`: references this member looked up, newest first. */
export const recentLookupsSchema = z.object({
	items: z.array(z.object({ reference: z.string(), lookedUpAt: timeSchema, found: z.boolean() })),
});
export type RecentLookups = z.infer<typeof recentLookupsSchema>;

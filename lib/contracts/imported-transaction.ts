/** Imported transactions: references of payments that started elsewhere, looked up at the service. */

import { z } from "zod";
import { PAGE_ROWS } from "#lib/addresses/view-address.ts";
import {
	currencySchema,
	decimalSchema,
	paymentKindSchema,
	referenceSchema,
	timeSchema,
} from "#lib/contracts/common-fields.ts";
import { causeSchema } from "#lib/contracts/service-fault.ts";
import { IMPORT_BATCH, IMPORT_STATES } from "#lib/imports/import-states.ts";
import { PAYMENT_STATES } from "#lib/payment-state.ts";
import { STATUS_MEANINGS } from "#lib/payments/status-meaning.ts";

export const importRequestSchema = z.strictObject({ references: z.array(referenceSchema).min(1).max(IMPORT_BATCH) });
export type ImportRequest = z.infer<typeof importRequestSchema>;

const ownPaymentSchema = z.object({
	id: z.string(),
	kind: paymentKindSchema,
	state: z.enum(PAYMENT_STATES),
});

export const importResultSchema = z.object({
	added: z.number().int(),
	already: z.number().int(),
	/** References of payments that were started here: these are not imported. */
	ours: z.array(z.object({ reference: referenceSchema, payment: ownPaymentSchema })),
});
export type ImportResult = z.infer<typeof importResultSchema>;

const importedTransactionSchema = z.object({
	reference: referenceSchema,
	state: z.enum(IMPORT_STATES),
	transactionType: z.string().nullable(),
	amount: decimalSchema.nullable(),
	currency: currencySchema.nullable(),
	serviceStatus: z.string().nullable(),
	statusMeaning: z.enum(STATUS_MEANINGS).nullable(),
	createdAt: timeSchema.nullable(),
	cause: causeSchema.nullable(),
	importedAt: timeSchema,
	importedByName: z.string(),
	lastCheckedAt: timeSchema.nullable(),
	nextCheckAt: timeSchema.nullable(),
	/** Our payment that received this reference after the import; null without one. */
	payment: ownPaymentSchema.nullable(),
	/** Payments in doubt with matching facts: the imported transaction may be one of these payments. */
	mayAnswer: z.array(z.object({ id: z.string(), kind: paymentKindSchema })),
});
export type ImportedTransaction = z.infer<typeof importedTransactionSchema>;

/** The place after which a page begins: time of the import in milliseconds, position in its list, reference. */
export const IMPORT_PLACE = /^(?<at>\d{1,14})_(?<position>\d{1,9})_(?<reference>\S{1,200})$/;

export const importedTransactionQuerySchema = z.object({
	state: z.enum(IMPORT_STATES).optional(),
	cursor: z.string().regex(IMPORT_PLACE).optional(),
	limit: z.coerce.number().int().min(1).max(200).default(PAGE_ROWS),
});
export type ImportedTransactionQuery = z.infer<typeof importedTransactionQuerySchema>;

export const importedTransactionListSchema = z.object({
	items: z.array(importedTransactionSchema),
	nextCursor: z.string().nullable(),
	/** Counts of all imports, regardless of the filter. */
	counts: z.record(z.enum(IMPORT_STATES), z.number().int()),
});
export type ImportedTransactionList = z.infer<typeof importedTransactionListSchema>;

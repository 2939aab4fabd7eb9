/** Batches: payouts that are requested, approved and sent together. */
import { z } from "zod";
import { PAGE_ROWS } from "#lib/addresses/view-address.ts";
import { BATCH_STATES, MOST_ROWS, ROW_VIEWS } from "#lib/batches/batch-states.ts";
import {
	currencySchema,
	decimalSchema,
	freeReasonSchema,
	idSchema,
	plainTextSchema,
	reasonSchema,
	timeSchema,
} from "#lib/contracts/common-fields.ts";
import { exportFields } from "#lib/contracts/export.ts";
import { PAYMENT_STATES } from "#lib/payment-state.ts";

/** A row as it is typed or read: the check names what is wrong, so that no text is refused here. */
const cell = (most: number) => plainTextSchema(most);
const rowFields = {
	destination: cell(40),
	amount: cell(40),
	currency: cell(10),
	operator: cell(64).optional(),
	country: cell(60).optional(),
	name: cell(120).optional(),
	purpose: cell(140).optional(),
};
const batchInputRowSchema = z.strictObject(rowFields);
export type BatchInputRow = z.input<typeof batchInputRowSchema>;

export const batchRequestSchema = z.strictObject({
	name: plainTextSchema(80).min(1),
	rows: z.array(batchInputRowSchema).min(1).max(MOST_ROWS),
});
export type BatchRequest = z.input<typeof batchRequestSchema>;

/** A file in base64. */
export const tableFileSchema = z.strictObject({ content: z.base64() });

export const rowPathSchema = z.strictObject({ id: idSchema, n: z.coerce.number().int().min(1).max(MOST_ROWS) });
export const batchPathSchema = z.strictObject({ id: idSchema });

/** Mends a row of a draft. `leftOut` and `duplicateReason`: null takes them back. */
export const rowChangeSchema = z
	.strictObject({
		...rowFields,
		leftOut: reasonSchema.nullable(),
		duplicateReason: z.nullable(freeReasonSchema.min(10)),
	})
	.partial()
	.extend({ version: z.number().int().min(1) });
export type RowChange = z.input<typeof rowChangeSchema>;

export const batchDecisionSchema = z.strictObject({
	decision: z.enum(["request", "approve", "reject", "cancel"]),
	/** The version that the person saw. */
	version: z.number().int().min(1),
	reason: freeReasonSchema.optional(),
});
export type BatchDecision = z.infer<typeof batchDecisionSchema>;

export const pauseSchema = z.strictObject({ reason: freeReasonSchema.optional() });

/** `field`: null for the row as a whole. `code`: a key under `batches.faults`; `payments`: the earlier ones of a duplicate. */
const rowFaultSchema = z.object({
	field: z.enum(["destination", "amount", "currency", "operator", "country", "name", "purpose"]).nullable(),
	code: z.string(),
	payments: z.array(z.string()).optional(),
});
export type RowFault = z.infer<typeof rowFaultSchema>;

const rowFactsSchema = z.object({
	/** E.164. */
	number: z.string(),
	amount: decimalSchema,
	currency: currencySchema,
	operator: z.string(),
	operatorName: z.string(),
	country: z.string(),
});
export type RowFacts = z.infer<typeof rowFactsSchema>;

const batchRowSchema = z.object({
	n: z.number().int(),
	/** E.164 once the row is ready, else as it was typed. */
	destination: z.string(),
	/** Two-decimal text once the row is ready, else as it was typed. */
	amount: z.string(),
	currency: z.string(),
	operator: z.string(),
	operatorName: z.string(),
	country: z.string(),
	name: z.string(),
	purpose: z.string(),
	state: z.enum([...ROW_VIEWS, ...PAYMENT_STATES]),
	paymentId: z.string().nullable(),
	reference: z.string().nullable(),
	faults: z.array(rowFaultSchema),
	/** Why it is not paid. */
	leftOut: z.string().nullable(),
	duplicateReason: z.string().nullable(),
});
export type BatchRow = z.infer<typeof batchRowSchema>;

export const rowQuerySchema = z.object({
	state: z.enum([...ROW_VIEWS, ...PAYMENT_STATES]).optional(),
	/** The number of the last row before this page. */
	cursor: z.coerce.number().int().min(0).optional(),
	limit: z.coerce.number().int().min(1).max(500).default(PAGE_ROWS),
});
export type RowQuery = z.infer<typeof rowQuerySchema>;
const batchRowListSchema = z.object({ items: z.array(batchRowSchema), nextCursor: z.number().nullable() });
export type BatchRowList = z.infer<typeof batchRowListSchema>;

const personSchema = z.object({ id: z.string(), name: z.string() });

const batchSchema = z.object({
	id: z.string(),
	name: z.string(),
	state: z.enum(BATCH_STATES),
	version: z.number().int(),
	maker: personSchema,
	createdAt: timeSchema,
	requestedAt: timeSchema.nullable(),
	rowCount: z.number().int(),
	/** Rows of a draft that cannot be paid as they are. */
	faultCount: z.number().int(),
	leftOutCount: z.number().int(),
	/** What its rows pay, without those that are left out or faulty. */
	totals: z.array(z.object({ currency: currencySchema, amount: decimalSchema, count: z.number().int() })),
	/** Its payments by state; empty for a draft. */
	counts: z.partialRecord(z.enum(PAYMENT_STATES), z.number().int()),
	/** `by`: null when too many of its rows failed. */
	paused: z.object({ by: z.string().nullable(), at: timeSchema.nullable() }).nullable(),
	/** Approvals that every waiting row has, and how many the rules require; null once none waits for approval. */
	approval: z.object({ given: z.array(personSchema), needed: z.number().int() }).nullable(),
	/** The newest balance of each wallet that it pays from, and what would be left after all that waits. */
	outlook: z.array(z.object({ currency: currencySchema, balance: decimalSchema, rest: decimalSchema })),
});
export type Batch = z.infer<typeof batchSchema>;

export const batchQuerySchema = z.object({
	cursor: z.string().max(64).optional(),
	limit: z.coerce.number().int().min(1).max(200).default(PAGE_ROWS),
});
export type BatchQuery = z.infer<typeof batchQuerySchema>;
const batchListSchema = z.object({ items: z.array(batchSchema), nextCursor: z.string().nullable() });
export type BatchList = z.infer<typeof batchListSchema>;

export const batchResultQuerySchema = z.object(exportFields);
export type BatchResultQuery = z.infer<typeof batchResultQuerySchema>;

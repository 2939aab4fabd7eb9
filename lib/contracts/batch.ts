/** Batches: payouts that are requested, approved and sent together. */
import { z } from "zod";
import { PAGE_ROWS } from "#lib/addresses/view-address.ts";
import { BATCH_STATES, MOST_CELL, MOST_ROWS, ROW_VIEWS } from "#lib/batches/batch-states.ts";
import {
	currencySchema,
	decimalSchema,
	freeReasonSchema,
	fullReasonSchema,
	idSchema,
	plainTextSchema,
	reasonSchema,
	timeSchema,
} from "#lib/contracts/common-fields.ts";
import { exportFields } from "#lib/contracts/export.ts";
import { serviceFaultSchema } from "#lib/contracts/service-fault.ts";
import { PAYMENT_STATES } from "#lib/payment-state.ts";

/** A cell as typed or read. It may be longer than any field takes, so that the row's check names the fault with the row. */
const cell = plainTextSchema(MOST_CELL);
const rowFields = {
	destination: cell,
	amount: cell,
	currency: cell,
	operator: cell.optional(),
	country: cell.optional(),
	name: cell.optional(),
	purpose: cell.optional(),
};
const batchInputRowSchema = z.strictObject(rowFields);
export type BatchInputRow = z.input<typeof batchInputRowSchema>;

export const batchRequestSchema = z.strictObject({
	name: plainTextSchema(80).min(1),
	rows: z.array(batchInputRowSchema).min(1).max(MOST_ROWS),
});
export type BatchRequest = z.input<typeof batchRequestSchema>;

/** A CSV file or an XLSX workbook, as it is uploaded. */
const fileSchema = z.instanceof(Uint8Array);
export const tableFileSchema = z.strictObject({ file: fileSchema });
/** `currency` is for rows that name none; by default that of the first wallet. */
export const batchFileSchema = z.strictObject({
	file: fileSchema,
	name: plainTextSchema(80).min(1),
	currency: currencySchema.optional(),
});
export type BatchFile = z.infer<typeof batchFileSchema>;

/** Notes on a file that a person should read before its rows are used. */
export interface TableNotes {
	/** The sheet that was read; null for a text file. */
	sheet: string | null;
	/** Sheets that are shown in the workbook and were not read. */
	otherSheets: string[];
	/** Rows and columns that the workbook hides: they are read, too. */
	hiddenRows: number;
	hiddenColumns: number;
}
export interface Table {
	rows: string[][];
	notes: TableNotes;
}

/** Edits a row of a draft. For `leftOut` and `duplicateReason`, null removes the reason. */
export const rowChangeSchema = z
	.strictObject({
		...rowFields,
		leftOut: reasonSchema.nullable(),
		duplicateReason: z.nullable(fullReasonSchema),
	})
	.partial()
	.extend({ version: z.number().int().min(1) });
export type RowChange = z.input<typeof rowChangeSchema>;

/** Confirms every row of a draft that repeats another payout, or leaves out every faulty row, with one reason. `version`: the batch's. */
export const rowsChangeSchema = z.strictObject({
	rows: z.enum(["repeated", "faulty"]),
	reason: fullReasonSchema,
	version: z.number().int().min(1),
});
export type RowsChange = z.infer<typeof rowsChangeSchema>;

export const batchDecisionSchema = z.strictObject({
	decision: z.enum(["request", "approve", "reject", "send_back", "cancel"]),
	/** The version that the person saw. */
	version: z.number().int().min(1),
	reason: freeReasonSchema.optional(),
	/** Payouts of the same number and amount that came since the request, and why to pay anyway. */
	duplicate: z
		.strictObject({ of: z.array(z.string().max(64)).min(1).max(MOST_ROWS), reason: fullReasonSchema })
		.optional(),
	/** For a rejection: only these rows are left out, and the others keep waiting. */
	rows: z.array(z.number().int().min(1)).min(1).max(MOST_ROWS).optional(),
});
export type BatchDecision = z.infer<typeof batchDecisionSchema>;

/** `emptied`: each row needs a new amount. `unpaid`: only rows whose payout ended and moved no money, none with an unknown outcome. */
export const batchCopySchema = z.strictObject({
	name: plainTextSchema(80).min(1),
	amounts: z.enum(["kept", "emptied"]),
	rows: z.enum(["all", "unpaid"]).optional(),
});
export type BatchCopy = z.infer<typeof batchCopySchema>;

export const pauseSchema = z.strictObject({ reason: freeReasonSchema.optional() });

/** `field`: null for the row as a whole. `code`: a key under `batches.faults`. `payments`: the payouts that a duplicate repeats. */
const rowFaultSchema = z.object({
	field: z.enum(["destination", "amount", "currency", "operator", "country", "name", "purpose"]).nullable(),
	code: z.string(),
	payments: z.array(z.string()).optional(),
	/** The first row of this batch with the same number and amount. */
	row: z.number().int().optional(),
});
export type RowFault = z.infer<typeof rowFaultSchema>;

/** A hint for a person; it refuses nothing. `code`: a key under `batches.warnings`. */
const rowWarningSchema = z.object({
	code: z.enum(["alike", "other_draft", "first_payment", "new_number", "other_name", "left_book"]),
	/** Payouts that may pay the same. */
	payments: z.array(z.string()).optional(),
	/** Drafts that pay the same number the same amount. */
	batches: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
	/** The name of the number's owner in the book, or of its last owner if the number has left the book. */
	name: z.string().optional(),
});
export type RowWarning = z.infer<typeof rowWarningSchema>;

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
	warnings: z.array(rowWarningSchema),
	/** A change must name the version that the person saw. */
	version: z.number().int(),
	/** Why the operator did not pay the row, in the service's own code. `fault`: why the row was not sent, or the service refused it. */
	failureReason: z.string().nullable(),
	fault: serviceFaultSchema.nullable(),
	/** The reason why a person left the row out. */
	leftOut: z.string().nullable(),
	duplicateReason: z.string().nullable(),
});
export type BatchRow = z.infer<typeof batchRowSchema>;

/** `warned`: rows with a warning. `in_doubt`: rows in any of the states in doubt. */
const rowFilterSchema = z.enum([...ROW_VIEWS, "warned", "in_doubt", ...PAYMENT_STATES]);
export type RowFilter = z.infer<typeof rowFilterSchema>;
export const rowQuerySchema = z.object({
	state: rowFilterSchema.optional(),
	/** The number of the last row before this page. */
	cursor: z.coerce.number().int().min(0).max(MOST_ROWS).optional(),
	/** The number of filtered rows before this page; replaces the cursor. */
	offset: z.coerce.number().int().min(0).max(MOST_ROWS).optional(),
	limit: z.coerce.number().int().min(1).max(500).default(PAGE_ROWS),
});
export type RowQuery = z.infer<typeof rowQuerySchema>;
const batchRowListSchema = z.object({
	items: z.array(batchRowSchema),
	nextCursor: z.number().nullable(),
	/** The number of rows that the filter finds. */
	total: z.number().int(),
});
export type BatchRowList = z.infer<typeof batchRowListSchema>;

const personSchema = z.object({ id: z.string(), name: z.string() });
const totalsSchema = z.array(z.object({ currency: currencySchema, amount: decimalSchema, count: z.number().int() }));

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
	/** Rows of a draft that repeat another payout and have no reason yet. */
	repeatedCount: z.number().int(),
	/** The numbers of the first repeated rows, five at most. */
	repeatedRows: z.array(z.number().int()),
	/** Rows with a warning. */
	warnedCount: z.number().int(),
	/** The sums that the rows pay, without those that are left out or faulty. */
	totals: totalsSchema,
	/** Estimated seconds until the last row has left, at the rate of the last minutes; null unless the batch is being sent. */
	secondsLeft: z.number().int().nullable(),
	/** The number of payments in each state; empty for a draft. */
	counts: z.partialRecord(z.enum(PAYMENT_STATES), z.number().int()),
	/** `by` and `memberId` are null when nobody paused the batch, but too many rows failed. */
	paused: z
		.object({ by: z.string().nullable(), memberId: z.string().nullable(), at: timeSchema.nullable() })
		.nullable(),
	/** The batch that this one is a copy of. */
	basedOn: z.string().nullable(),
	/** Why an approver sent the batch back to be corrected, on that batch and on the `draft` that replaces it; null on the draft itself. */
	sentBack: z.object({ by: z.string(), reason: z.string(), draft: z.string().nullable() }).nullable(),
	/** Approvals that the waiting row with the highest need has and needs, and what all waiting rows pay; null when no row waits. */
	approval: z.object({ given: z.array(personSchema), needed: z.number().int(), totals: totalsSchema }).nullable(),
	/** Each wallet's newest balance and its `rest` after this batch, its `fees` and all `others` that wait; fees count where known. */
	outlook: z.array(
		z.object({
			currency: currencySchema,
			balance: decimalSchema,
			others: decimalSchema,
			fees: decimalSchema,
			rest: decimalSchema,
		}),
	),
});
export type Batch = z.infer<typeof batchSchema>;

/** Rows of each list in the details. */
export const MOST_DETAILS = 10;

export interface DetailRow {
	n: number;
	name: string;
	/** E.164. */
	destination: string;
	amount: string;
	currency: string;
	paymentId: string | null;
	/** Why this payout is meant, though it repeats another one. */
	reason: string | null;
}

export interface BatchDetails {
	/** `fee`: an estimate from the fees of the last payouts; null when these do not suffice. */
	operators: {
		currency: string;
		operator: string;
		operatorName: string;
		country: string;
		count: number;
		amount: string;
		fee: string | null;
	}[];
	largest: DetailRow[];
	/** Rows to numbers that were never paid. */
	news: { count: number; rows: DetailRow[] };
	/** Rows that repeat another payout and were confirmed with a reason. */
	duplicates: { count: number; rows: DetailRow[] };
	/** The change since "last time": since the batch that this one repeats, else since the last one with mostly the same recipients. */
	since: {
		id: string;
		name: string;
		added: number;
		gone: number;
		changed: number;
		rows: {
			kind: "added" | "gone" | "changed";
			name: string;
			destination: string;
			currency: string;
			amount: string | null;
			before: string | null;
		}[];
	} | null;
}

export const batchQuerySchema = z.object({
	cursor: idSchema.optional(),
	limit: z.coerce.number().int().min(1).max(200).default(PAGE_ROWS),
	/** Only batches with rows that wait for approval. */
	waiting: z.literal("1").optional(),
});
export type BatchQuery = z.infer<typeof batchQuerySchema>;
const batchListSchema = z.object({ items: z.array(batchSchema), nextCursor: z.string().nullable() });
export type BatchList = z.infer<typeof batchListSchema>;

export const batchResultQuerySchema = z.object(exportFields);
export type BatchResultQuery = z.infer<typeof batchResultQuerySchema>;

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

/** A row as it is typed or read: the check names what is wrong, so that no text is refused here, not even for its length. */
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

/** What a person should know of a file before its rows are used. */
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

/** Mends a row of a draft. `leftOut` and `duplicateReason`: null takes them back. */
export const rowChangeSchema = z
	.strictObject({
		...rowFields,
		leftOut: reasonSchema.nullable(),
		duplicateReason: z.nullable(fullReasonSchema),
	})
	.partial()
	.extend({ version: z.number().int().min(1) });
export type RowChange = z.input<typeof rowChangeSchema>;

/** Of every row of a draft that repeats another payout, or that cannot be sent. `version`: the batch's. */
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
	/** Payouts of the same number and amount that came since the request, and why to pay all the same. */
	duplicate: z
		.strictObject({ of: z.array(z.string().max(64)).min(1).max(MOST_ROWS), reason: fullReasonSchema })
		.optional(),
	/** A rejection of these rows alone leaves them out; the others wait on. */
	rows: z.array(z.number().int().min(1)).min(1).max(MOST_ROWS).optional(),
});
export type BatchDecision = z.infer<typeof batchDecisionSchema>;

/** `emptied`: each row waits for its amount. `unpaid`: rows whose payout ended and moved no money; none whose outcome is unknown. */
export const batchCopySchema = z.strictObject({
	name: plainTextSchema(80).min(1),
	amounts: z.enum(["kept", "emptied"]),
	rows: z.enum(["all", "unpaid"]).optional(),
});
export type BatchCopy = z.infer<typeof batchCopySchema>;

export const pauseSchema = z.strictObject({ reason: freeReasonSchema.optional() });

/** `field`: null for the row as a whole. `code`: a key under `batches.faults`; `payments`: the earlier ones of a duplicate. */
const rowFaultSchema = z.object({
	field: z.enum(["destination", "amount", "currency", "operator", "country", "name", "purpose"]).nullable(),
	code: z.string(),
	payments: z.array(z.string()).optional(),
	/** The first row of the same number and amount. */
	row: z.number().int().optional(),
});
export type RowFault = z.infer<typeof rowFaultSchema>;

/** What a person should look at; it refuses nothing. `code`: a key under `batches.warnings`. */
const rowWarningSchema = z.object({
	code: z.enum(["alike", "other_draft", "first_payment", "new_number", "other_name", "left_book"]),
	/** Payouts that may pay the same. */
	payments: z.array(z.string()).optional(),
	/** Drafts that pay the same number the same amount. */
	batches: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
	/** As the book calls the number's owner, or called the last one. */
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
	/** A change names the version that the person saw. */
	version: z.number().int(),
	/** Why the operator did not pay it, in the service's own code; `fault`: why it was not taken or not sent. */
	failureReason: z.string().nullable(),
	fault: serviceFaultSchema.nullable(),
	/** Why it is not paid. */
	leftOut: z.string().nullable(),
	duplicateReason: z.string().nullable(),
});
export type BatchRow = z.infer<typeof batchRowSchema>;

/** `warned`: to look at; `in_doubt`: every row whose outcome is not known. */
const rowFilterSchema = z.enum([...ROW_VIEWS, "warned", "in_doubt", ...PAYMENT_STATES]);
export type RowFilter = z.infer<typeof rowFilterSchema>;
export const rowQuerySchema = z.object({
	state: rowFilterSchema.optional(),
	/** The number of the last row before this page. */
	cursor: z.coerce.number().int().min(0).max(MOST_ROWS).optional(),
	/** Rows of the filter before this page, in place of a cursor. */
	offset: z.coerce.number().int().min(0).max(MOST_ROWS).optional(),
	limit: z.coerce.number().int().min(1).max(500).default(PAGE_ROWS),
});
export type RowQuery = z.infer<typeof rowQuerySchema>;
const batchRowListSchema = z.object({
	items: z.array(batchRowSchema),
	nextCursor: z.number().nullable(),
	/** Rows of the filter. */
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
	/** The first of them, five at most. */
	repeatedRows: z.array(z.number().int()),
	/** Rows to look at. */
	warnedCount: z.number().int(),
	/** What its rows pay, without those that are left out or faulty. */
	totals: totalsSchema,
	/** Estimated seconds until the last row has left, at the rate of the last minutes; null unless the batch is being sent. */
	secondsLeft: z.number().int().nullable(),
	/** Its payments by state; empty for a draft. */
	counts: z.partialRecord(z.enum(PAYMENT_STATES), z.number().int()),
	/** `by` and `memberId`: null when too many of its rows failed. */
	paused: z
		.object({ by: z.string().nullable(), memberId: z.string().nullable(), at: timeSchema.nullable() })
		.nullable(),
	/** The batch whose rows it began with. */
	basedOn: z.string().nullable(),
	/** Why an approver sent it back to be corrected. */
	sentBack: z.object({ by: z.string(), reason: z.string() }).nullable(),
	/** Approvals that every waiting row has, how many the rules require, and what those rows pay; null once none waits for approval. */
	approval: z.object({ given: z.array(personSchema), needed: z.number().int(), totals: totalsSchema }).nullable(),
	/** Each wallet's newest balance, and the rest after all that waits, with the expected fees that are known; `fees`: its own. */
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
	/** Why an equal payout is meant. */
	reason: string | null;
}

export interface BatchDetails {
	/** `fee`: an estimate from the last payouts' fees; null where they do not tell. */
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
	/** To numbers that were never paid. */
	news: { count: number; rows: DetailRow[] };
	/** Confirmed with a reason. */
	duplicates: { count: number; rows: DetailRow[] };
	/** Against "last time": the batch it was begun with, or the last one that paid half of its numbers. */
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
	/** Only those with rows that wait for approval. */
	waiting: z.literal("1").optional(),
});
export type BatchQuery = z.infer<typeof batchQuerySchema>;
const batchListSchema = z.object({ items: z.array(batchSchema), nextCursor: z.string().nullable() });
export type BatchList = z.infer<typeof batchListSchema>;

export const batchResultQuerySchema = z.object(exportFields);
export type BatchResultQuery = z.infer<typeof batchResultQuerySchema>;

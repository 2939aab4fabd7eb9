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
	personSchema,
	plainTextSchema,
	reasonSchema,
	timeSchema,
} from "#lib/contracts/common-fields.ts";
import { exportFields } from "#lib/contracts/export.ts";
import { serviceFaultSchema } from "#lib/contracts/service-fault.ts";
import { PAYMENT_STATES } from "#lib/payment-state.ts";

/** A cell as typed or read from a file. A text too long for its field passes here, because the check of its row reports that fault. */
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

const fileSchema = z.instanceof(Uint8Array);
export const tableFileSchema = z.strictObject({ file: fileSchema });
/** `currency`: the currency of rows without one; by default the first wallet's. */
export const batchFileSchema = z.strictObject({
	file: fileSchema,
	name: plainTextSchema(80).min(1),
	currency: currencySchema.optional(),
});
export type BatchFile = z.infer<typeof batchFileSchema>;

export interface TableNotes {
	/** The name of the sheet that was read; null for a text file. */
	sheet: string | null;
	otherSheets: string[];
	/** Counts of rows and columns that the workbook hides; the desk reads them too. */
	hiddenRows: number;
	hiddenColumns: number;
}
export interface Table {
	rows: string[][];
	/** The sign between the cells of a text file; null for a workbook. */
	separator: string | null;
	notes: TableNotes;
}

/** Edits a row of a draft. `leftOut`: the reason to leave the row out; null in `leftOut` or `duplicateReason` removes that reason. */
export const rowChangeSchema = z
	.strictObject({ ...rowFields, leftOut: reasonSchema.nullable(), duplicateReason: z.nullable(fullReasonSchema) })
	.partial()
	.extend({ version: z.number().int().min(1) });
export type RowChange = z.input<typeof rowChangeSchema>;

/** `repeated`: confirms all rows that repeat a payout or a row, with one reason; `faulty`: leaves out all faulty rows. */
export const rowsChangeSchema = z.strictObject({
	rows: z.enum(["repeated", "faulty"]),
	reason: fullReasonSchema,
	version: z.number().int().min(1),
});
export type RowsChange = z.infer<typeof rowsChangeSchema>;

export const batchDecisionSchema = z.strictObject({
	decision: z.enum(["request", "approve", "reject", "send_back", "cancel"]),
	version: z.number().int().min(1),
	reason: freeReasonSchema.optional(),
	/** `of`: payouts that got the same number and amount since the request; `reason`: the reason to pay anyway. */
	duplicate: z
		.strictObject({ of: z.array(z.string().max(64)).min(1).max(MOST_ROWS), reason: fullReasonSchema })
		.optional(),
	/** For `reject`: the numbers of the rows to reject; all other rows of the batch keep waiting for approval. */
	rows: z.array(z.number().int().min(1)).min(1).max(MOST_ROWS).optional(),
});
export type BatchDecision = z.infer<typeof batchDecisionSchema>;

/** `emptied`: the copied rows have no amounts. `unpaid`: copies only rows that ended unpaid and that nothing since may have paid. */
export const batchCopySchema = z.strictObject({
	name: plainTextSchema(80).min(1),
	amounts: z.enum(["kept", "emptied"]),
	rows: z.enum(["all", "unpaid"]).optional(),
});
export type BatchCopy = z.infer<typeof batchCopySchema>;

export const pauseSchema = z.strictObject({ reason: freeReasonSchema.optional() });

/** `field`: null for a fault of the whole row. `code`: a key under `batches.faults`. `payments`: the payouts that the row repeats. */
const rowFaultSchema = z.object({
	field: z.enum(["destination", "amount", "currency", "operator", "country", "name", "purpose"]).nullable(),
	code: z.string(),
	payments: z.array(z.string()).optional(),
	/** The first row of this batch with the same number and amount. */
	row: z.number().int().optional(),
});
export type RowFault = z.infer<typeof rowFaultSchema>;

/** A warning, with which the row can still be requested. `code`: a key under `batches.warnings`. */
const rowWarningSchema = z.object({
	code: z.enum(["alike", "other_draft", "first_payment", "new_number", "other_name", "left_book"]),
	/** For `alike`: ids of payouts that may pay the same invoice. */
	payments: z.array(z.string()).optional(),
	/** For `other_draft`: other drafts that pay the same number the same amount. */
	batches: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
	/** `other_name`: the name in the book for the number; `left_book`: the number's last name in the book. */
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
	/** As typed; empty when the number decides. */
	typedOperator: z.string(),
	typedCountry: z.string(),
	name: z.string(),
	purpose: z.string(),
	state: z.enum([...ROW_VIEWS, ...PAYMENT_STATES]),
	paymentId: z.string().nullable(),
	reference: z.string().nullable(),
	faults: z.array(rowFaultSchema),
	warnings: z.array(rowWarningSchema),
	version: z.number().int(),
	/** `failureReason`: the service's code for a failed payment. `fault`: the cause when the payout was not sent or was refused. */
	failureReason: z.string().nullable(),
	fault: serviceFaultSchema.nullable(),
	leftOut: z.string().nullable(),
	duplicateReason: z.string().nullable(),
});
export type BatchRow = z.infer<typeof batchRowSchema>;

/** `warned`: undecided rows with a warning. `in_doubt`: rows in any of the states in doubt. */
const rowFilterSchema = z.enum([...ROW_VIEWS, "warned", "in_doubt", ...PAYMENT_STATES]);
export type RowFilter = z.infer<typeof rowFilterSchema>;
export const rowQuerySchema = z.object({
	state: rowFilterSchema.optional(),
	/** The number of the last row before this page. */
	cursor: z.coerce.number().int().min(0).max(MOST_ROWS).optional(),
	/** The number of filtered rows to skip, counted from `cursor`. */
	offset: z.coerce.number().int().min(0).max(MOST_ROWS).optional(),
	limit: z.coerce.number().int().min(1).max(500).default(PAGE_ROWS),
});
export type RowQuery = z.infer<typeof rowQuerySchema>;
const batchRowListSchema = z.object({
	items: z.array(batchRowSchema),
	nextCursor: z.number().nullable(),
	total: z.number().int(),
});
export type BatchRowList = z.infer<typeof batchRowListSchema>;

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
	faultCount: z.number().int(),
	leftOutCount: z.number().int(),
	/** Count of a draft's rows that repeat a payout or an earlier row, and have no reason for that yet. */
	repeatedCount: z.number().int(),
	/** The numbers of the first repeated rows, five at most. */
	repeatedRows: z.array(z.number().int()),
	/** Count of rows with a warning; 0 unless the batch is a draft or has rows that wait for approval. */
	warnedCount: z.number().int(),
	/** Sums by currency: of a draft's rows that are neither left out nor faulty, or of all payouts of a requested batch. */
	totals: totalsSchema,
	/** Estimated seconds until the last row leaves, at the rate of the last two minutes; null without such a rate or unless `sending`. */
	secondsLeft: z.number().int().nullable(),
	counts: z.partialRecord(z.enum(PAYMENT_STATES), z.number().int()),
	/** True if a new batch of unpaid rows would have any: rows that ended unpaid and that nothing since may have paid. */
	hasUnpaid: z.boolean(),
	/** `by` and `memberId` are null when too many rows failed, even if a member paused the batch too: only an approver may then resume it. */
	paused: z
		.object({ by: z.string().nullable(), memberId: z.string().nullable(), at: timeSchema.nullable() })
		.nullable(),
	basedOn: z.string().nullable(),
	/**
	 * Set on a batch that an approver sent back and on the draft that replaces it. `reason`: the approver's; `draft`: on the batch, the id
	 * of the new draft; on the draft, null.
	 */
	sentBack: z.object({ by: z.string(), reason: z.string(), draft: z.string().nullable() }).nullable(),
	/** `given`, `needed`: approvals of the waiting row that needs the most; `totals`: sums of all waiting rows. Null when no row waits. */
	approval: z.object({ given: z.array(personSchema), needed: z.number().int(), totals: totalsSchema }).nullable(),
	/** Who approved any of its rows, in order. `at`: the first time. */
	approvedBy: z.array(personSchema.extend({ at: timeSchema })),
	/** `others`: all other payouts not answered yet. `rest`: the newest balance less `others`, this batch and its expected `fees`. */
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

export const MOST_DETAILS = 10;

export interface DetailRow {
	n: number;
	name: string;
	/** E.164. */
	destination: string;
	amount: string;
	currency: string;
	paymentId: string | null;
	reason: string | null;
}

/** `rows`: the first `MOST_DETAILS`. */
export type DetailRows = { count: number; rows: DetailRow[] };

export interface BatchDetails {
	/** `fee`: estimated from the fees of the last payouts; null when those payouts allow no estimate. */
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
	/** Rows whose number was never paid. */
	firstPayments: DetailRows;
	duplicates: DetailRows;
	/** Waiting rows whose number was blocked, or that exceed a limit that was lowered: the batch cannot be approved with them. */
	blocked: DetailRows;
	overLimit: DetailRows;
	/**
	 * Compares with the nearest batch in this one's chain of copies that pays some of the same numbers; else with the newest of the last
	 * twenty batches that shares at least half of the recipients.
	 */
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
	waiting: z.literal("1").optional(),
});
export type BatchQuery = z.infer<typeof batchQuerySchema>;
const batchListSchema = z.object({ items: z.array(batchSchema), nextCursor: z.string().nullable() });
export type BatchList = z.infer<typeof batchListSchema>;

export const batchResultQuerySchema = z.object(exportFields);
export type BatchResultQuery = z.infer<typeof batchResultQuerySchema>;

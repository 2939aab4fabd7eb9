/** Batches: payouts that are requested, approved and sent together. */

import { z } from "zod";
import { PAGE_ROWS } from "#lib/addresses/view-address.ts";
import { type BatchState, MOST_CELL, MOST_ROWS, ROW_VIEWS, type RowView } from "#lib/batches/batch-states.ts";
import {
	currencySchema,
	freeReasonSchema,
	fullReasonSchema,
	idPathSchema,
	idSchema,
	type Person,
	plainTextSchema,
	reasonSchema,
} from "#lib/contracts/common-fields.ts";
import { exportFields } from "#lib/contracts/export.ts";
import type { ServiceFault } from "#lib/contracts/service-fault.ts";
import { PAYMENT_STATES, type PaymentState } from "#lib/payment-state.ts";

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

/** `n`: the row's number in plain digits. `Number` alone would accept "1e1" as row 10 and "0x2" as row 2. */
export const rowPathSchema = idPathSchema.extend({
	n: z
		.string()
		.regex(/^[1-9]\d*$/)
		.transform(Number)
		.pipe(z.number().max(MOST_ROWS)),
});

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
export interface RowFault {
	field: "destination" | "amount" | "currency" | "operator" | "country" | "name" | "purpose" | null;
	code: string;
	payments?: string[];
	/** The first row of this batch with the same number and amount. */
	row?: number;
}

/** A warning, with which the row can still be requested. `code`: a key under `batches.warnings`. */
export interface RowWarning {
	code: "alike" | "other_draft" | "first_payment" | "new_number" | "other_name" | "left_book";
	/** For `alike`: ids of payouts that may pay the same invoice. */
	payments?: string[];
	/** For `other_draft`: other drafts that pay the same number the same amount. */
	batches?: { id: string; name: string }[];
	/** `other_name`: the name in the book for the number; `left_book`: the number's last name in the book. */
	name?: string;
}

export interface RowFacts {
	/** E.164. */
	number: string;
	amount: string;
	currency: string;
	operator: string;
	operatorName: string;
	country: string;
}

export interface BatchRow {
	n: number;
	/** E.164 once the row is ready, else as it was typed. */
	destination: string;
	/** Two-decimal text once the row is ready, else as it was typed. */
	amount: string;
	currency: string;
	operator: string;
	operatorName: string;
	country: string;
	/** As typed; empty when the number decides. */
	typedOperator: string;
	typedCountry: string;
	name: string;
	purpose: string;
	state: RowView | PaymentState;
	paymentId: string | null;
	reference: string | null;
	faults: RowFault[];
	warnings: RowWarning[];
	version: number;
	/** `failureReason`: the service's code for a failed payment. `fault`: the cause when the payout was not sent or was refused. */
	failureReason: string | null;
	fault: ServiceFault | null;
	leftOut: string | null;
	duplicateReason: string | null;
}

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
export interface BatchRowList {
	items: BatchRow[];
	nextCursor: number | null;
	total: number;
}

type Totals = { currency: string; amount: string; count: number }[];

export interface Batch {
	id: string;
	name: string;
	state: BatchState;
	version: number;
	maker: Person;
	createdAt: string;
	requestedAt: string | null;
	rowCount: number;
	faultCount: number;
	leftOutCount: number;
	/** Count of a draft's rows that repeat a payout or an earlier row, and have no reason for that yet. */
	repeatedCount: number;
	/** The numbers of the first repeated rows, five at most. */
	repeatedRows: number[];
	/** Count of rows with a warning; 0 unless the batch is a draft or has rows that wait for approval. */
	warnedCount: number;
	/** Sums by currency: of a draft's rows that are neither left out nor faulty, or of all payouts of a requested batch. */
	totals: Totals;
	/** Estimated seconds until the last row leaves, at the rate of the last two minutes; null without such a rate or unless `sending`. */
	secondsLeft: number | null;
	counts: Partial<Record<PaymentState, number>>;
	/** True if a new batch of unpaid rows would have any. Lists of batches lack this field. */
	hasUnpaid?: boolean;
	/** `by` and `memberId` are null when too many rows failed, even if a member paused the batch too: only an approver may then resume it. */
	paused: { by: string | null; memberId: string | null; at: string | null } | null;
	basedOn: string | null;
	/**
	 * Set on a batch that an approver sent back and on the draft that replaces it. `reason`: the approver's; `draft`: on the batch, the id
	 * of the new draft; on the draft, null.
	 */
	sentBack: { by: string; reason: string; draft: string | null } | null;
	/** `given`, `needed`: approvals of the waiting row that needs the most; `totals`: sums of all waiting rows. Null when no row waits. */
	approval: { given: Person[]; needed: number; totals: Totals } | null;
	/** The members who approved any of its rows, in order, with the time of each one's first approval. Lists of batches lack this field. */
	approvedBy?: (Person & { at: string })[];
	/** `others`: all other payouts not answered yet. `rest`: the newest balance less `others`, this batch and its expected `fees`. */
	outlook: { currency: string; balance: string; others: string; fees: string; rest: string }[];
}

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
export type BatchList = { items: Batch[]; nextCursor: string | null };

export const batchResultQuerySchema = z.object(exportFields);
export type BatchResultQuery = z.infer<typeof batchResultQuerySchema>;

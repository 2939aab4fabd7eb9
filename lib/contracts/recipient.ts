/** Recipients: the book of the people whom the business pays, and the numbers that are blocked. */

import { z } from "zod";
import { PAGE_ROWS } from "#lib/addresses/view-address.ts";
import { MOST_CELL, MOST_ROWS } from "#lib/batches/batch-states.ts";
import {
	countrySchema,
	e164Schema,
	fullReasonSchema,
	idSchema,
	operatorCodeSchema,
	plainTextSchema,
} from "#lib/contracts/common-fields.ts";
import { exportFields } from "#lib/contracts/export.ts";
import type { PaymentState } from "#lib/payment-state.ts";
import { withoutMarks } from "#lib/text/without-marks.ts";

export const MOST_GROUPS = 20;
const groupSchema = plainTextSchema(40).min(1);

const facts = {
	name: plainTextSchema(120).min(1),
	number: e164Schema,
	operator: operatorCodeSchema.nullable().optional(),
	/** The number already determines the country; a request with another country is refused. */
	country: countrySchema.optional(),
	purpose: plainTextSchema(140).nullable().optional(),
	reference: plainTextSchema(60).nullable().optional(),
	note: plainTextSchema(280).nullable().optional(),
	groups: z.array(groupSchema).max(MOST_GROUPS).optional(),
};

export const recipientRequestSchema = z.strictObject(facts);
export type RecipientRequest = z.input<typeof recipientRequestSchema>;

/** `archived`: false brings an archived recipient back. */
export const recipientChangeSchema = z
	.strictObject({ ...facts, archived: z.literal(false) })
	.partial()
	.extend({ version: z.number().int().min(1) });
export type RecipientChange = z.input<typeof recipientChangeSchema>;

/** Merges duplicate recipients into this one, which keeps its own facts and takes only missing facts from the duplicates. */
export const recipientMergeSchema = z.strictObject({
	version: z.number().int().min(1),
	doubles: z.array(idSchema).min(1).max(20),
});
export type RecipientMerge = z.infer<typeof recipientMergeSchema>;

export interface Recipient {
	id: string;
	version: number;
	name: string;
	/** E.164. */
	number: string;
	operator: string | null;
	operatorName: string | null;
	country: string;
	purpose: string | null;
	reference: string | null;
	note: string | null;
	groups: string[];
	neverPaid: boolean;
	/** The time at which `number` replaced `earlierNumber`; both are null 30 days later, or when the number never changed. */
	changedAt: string | null;
	earlierNumber: string | null;
	blocked: string | null;
	lastPayout: { id: string; amount: string; currency: string; state: PaymentState; createdAt: string } | null;
	createdAt: string;
	archivedAt: string | null;
}

export const usualOperatorRequestSchema = z.strictObject({ number: e164Schema });
export type UsualOperatorRequest = z.infer<typeof usualOperatorRequestSchema>;
export type UsualOperator = { operator: string | null };

const RECIPIENT_VIEWS = ["doubles", "archived"] as const;

export const recipientQuerySchema = z.object({
	/** Words of the name, the purpose or the reference, with or without accents; or digits of the number. */
	q: z.string().transform(withoutMarks).pipe(plainTextSchema(80)).optional(),
	group: groupSchema.optional(),
	view: z.enum(RECIPIENT_VIEWS).optional(),
	cursor: idSchema.optional(),
	limit: z.coerce.number().int().min(1).max(200).default(PAGE_ROWS),
});
export type RecipientQuery = z.infer<typeof recipientQuerySchema>;

export interface RecipientList {
	items: Recipient[];
	nextCursor: string | null;
	total: number;
	groups: { name: string; count: number }[];
}

export const recipientExportQuerySchema = recipientQuerySchema.omit({ cursor: true, limit: true }).extend(exportFields);
export type RecipientExportQuery = z.infer<typeof recipientExportQuerySchema>;

/** A cell as typed or read from a file. A text too long for its field passes here, because the import reports that fault. */
const cell = plainTextSchema(MOST_CELL);
const importRowSchema = z.strictObject({
	...{ name: cell, number: cell, operator: cell.optional(), country: cell.optional() },
	...{ purpose: cell.optional(), reference: cell.optional(), note: cell.optional(), groups: cell.optional() },
});
export type ImportRow = z.input<typeof importRowSchema>;

export const recipientImportSchema = z.strictObject({
	rows: z.array(importRowSchema).min(1).max(MOST_ROWS),
	/** For a row whose number is in the book already: `keep` ignores the row, `update` changes the recipient. */
	known: z.enum(["keep", "update"]).default("keep"),
});
export type RecipientImport = z.input<typeof recipientImportSchema>;

export interface ImportAnswer {
	added: number;
	updated: number;
	kept: number;
	/** `n`: the row's number, from 1; `code`: a key under `recipients.faults`. */
	faults: { n: number; field: string; code: string }[];
}

export const blockRequestSchema = z.strictObject({ number: e164Schema, reason: fullReasonSchema });
export type BlockRequest = z.input<typeof blockRequestSchema>;
export const unblockRequestSchema = z.strictObject({ number: e164Schema });

export interface BlockedNumber {
	number: string;
	name: string | null;
	reason: string;
	at: string;
	by: string;
}
export type BlockedNumbers = { items: BlockedNumber[] };

import { z } from "zod";
import { PAGE_ROWS } from "#lib/addresses/view-address.ts";
import { calendarDaySchema, lineIdSchema, timeSchema } from "#lib/contracts/common-fields.ts";
import { exportFields } from "#lib/contracts/export.ts";

const auditEntrySchema = z.object({
	id: z.string(),
	at: timeSchema,
	/** Null for Cauri's own actions. */
	memberName: z.string().nullable(),
	/** `noun.verb`, with a text under `audit.actions` in lib/i18n. */
	action: z.string(),
	subjectKind: z.string(),
	subjectId: z.string().nullable(),
	/** Flat facts without secrets; phone numbers are masked. */
	details: z.record(z.string(), z.string()),
	/** The client's IP address; null when no request caused the entry. */
	address: z.string().nullable(),
	device: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditQuerySchema = z.object({
	action: z.string().max(64).optional(),
	subjectId: z.string().max(128).optional(),
	memberId: z.string().max(64).optional(),
	from: calendarDaySchema.optional(),
	to: calendarDaySchema.optional(),
	cursor: lineIdSchema.optional(),
	limit: z.coerce.number().int().min(1).max(200).default(PAGE_ROWS),
});
export type AuditQuery = z.infer<typeof auditQuerySchema>;

export const auditExportQuerySchema = auditQuerySchema.omit({ cursor: true, limit: true }).extend(exportFields);
export type AuditExportQuery = z.infer<typeof auditExportQuerySchema>;

export const auditListSchema = z.object({ items: z.array(auditEntrySchema), nextCursor: z.string().nullable() });
export type AuditList = z.infer<typeof auditListSchema>;

/** The worker's last check of the whole audit log. */
export const auditCheckSchema = z.object({
	at: timeSchema,
	entries: z.number().int(),
	fault: z.enum(["changed", "broken", "forged", "cut_off", "rewritten"]).nullable(),
	/** The first entry that fails the check, or an entry that the log lacks although the head or a seal names it. */
	entry: z.string().nullable(),
});
export type AuditCheck = z.infer<typeof auditCheckSchema>;

/** Large exports: a worker writes the file, and the member who asked downloads it until it expires. */
import { z } from "zod";
import { idSchema, timeSchema } from "#lib/contracts/common-fields.ts";
import { exportFields } from "#lib/contracts/export.ts";

/** Maximum number of exports stored for one member; a new export then replaces the member's oldest. */
export const MOST_EXPORTS = 5;
export const EXPORT_KEPT_DAYS = 7;

const EXPORT_STATES = ["waiting", "writing", "ready", "failed"] as const;
export type ExportState = (typeof EXPORT_STATES)[number];

const EXPORTED_LISTS = ["movements", "deposits", "payouts", "audit", "statements"] as const;
export type ExportedList = (typeof EXPORTED_LISTS)[number];

/** `POST /api/exports`. `address`: path and query of the list's direct export, such as `/api/payouts/export?state=failed&format=csv`. */
export const exportRequestSchema = z.strictObject({
	address: z
		.string()
		.max(2_000)
		.regex(/^\/api\/[!-~]*$/),
});

export const exportDownloadQuerySchema = z.object({ ask: exportFields.ask });

const backgroundExportSchema = z.object({
	id: idSchema,
	list: z.enum(EXPORTED_LISTS),
	/** The wallet of an export of movements or statements; null for the other lists. */
	currency: z.string().nullable(),
	state: z.enum(EXPORT_STATES),
	fileName: z.string().nullable(),
	/** `rows`: rows written so far; `total`: rows of the whole file, null when unknown. */
	rows: z.number().int(),
	total: z.number().int().nullable(),
	bytes: z.number().int(),
	requestedAt: timeSchema,
	keptUntil: timeSchema.nullable(),
});
export type BackgroundExport = z.infer<typeof backgroundExportSchema>;

/** `GET /api/exports`: the member's own exports, newest first. */
export const backgroundExportsSchema = z.object({ items: z.array(backgroundExportSchema) });
export type BackgroundExports = z.infer<typeof backgroundExportsSchema>;

import { z } from "zod";
import { LOCALES } from "#lib/i18n/choose-locale.ts";

const EXPORT_FORMATS = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const exportFields = {
	format: z.enum(EXPORT_FORMATS).default("csv"),
	/** The language of the file, by default the desk's. It also determines the separators of cells and decimals. */
	locale: z.enum(LOCALES).optional(),
	/** Only checks whether the export is possible: a download link itself could show neither a step-up nor a fault. */
	ask: z.literal("1").optional(),
};

/** The answer to `ask=1` when the file should be requested as a background export; otherwise the answer is empty (204). */
export interface ExportCheck {
	background: true;
}

/** The query string of a receipt; without `locale` the receipt is in the desk's language. */
export const receiptQuerySchema = z.object({
	format: z.literal("pdf").default("pdf"),
	locale: z.enum(LOCALES).optional(),
});

export const batchReceiptsQuerySchema = receiptQuerySchema.extend({ ask: exportFields.ask });

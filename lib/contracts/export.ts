/** Parameters that every export takes besides the filters of its list. */
import { z } from "zod";
import { LOCALES } from "#lib/contracts/member.ts";

const EXPORT_FORMATS = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const exportFields = {
	format: z.enum(EXPORT_FORMATS).default("csv"),
	/** Sets headings, texts, and the separators of cells and decimals; the desk's language by default. */
	locale: z.enum(LOCALES).optional(),
	/** Checks whether an export is possible without producing it: a download link cannot show a question or a fault. */
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

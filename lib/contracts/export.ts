/** What every file of rows is asked with, beside the filters of its list. */
import { z } from "zod";
import { LOCALES } from "#lib/contracts/member.ts";

const EXPORT_FORMATS = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const exportFields = {
	format: z.enum(EXPORT_FORMATS).default("csv"),
	/** The language of its heads and words, and with it the marks between cells and decimals; the desk's own unless told. */
	locale: z.enum(LOCALES).optional(),
	/** Whether there would be a file, without one: a link that downloads has no place for a question or a fault. */
	ask: z.literal("1").optional(),
};

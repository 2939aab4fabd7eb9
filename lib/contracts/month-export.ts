/** The query string of a reconciled month's files. */
import { z } from "zod";
import { currencySchema } from "#lib/contracts/common-fields.ts";
import { exportFields } from "#lib/contracts/export.ts";
import { monthSchema } from "#lib/contracts/reconciliation.ts";

export const monthExportQuerySchema = z.object({
	currency: currencySchema,
	month: monthSchema,
	...exportFields,
	/** `csv`: the days; `lines`: the lines of these days as CSV; `xlsx`: a workbook with days and lines. */
	format: z.enum(["csv", "lines", "xlsx"]).default("csv"),
});
export type MonthExportQuery = z.infer<typeof monthExportQuerySchema>;

import { inputRows } from "#lib/batches/input-rows.ts";
import { NEEDED_FIELDS, recogniseColumns, withoutTitle } from "#lib/batches/recognise-columns.ts";
import { type Batch, type BatchFile, batchFileSchema } from "#lib/contracts/batch.ts";
import { requirePermission } from "#server/access/permissions.ts";
import { createBatch } from "#server/batches/draft/create-batch.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";
import { readRowSetting } from "#server/recipients/read-row-setting.ts";
import { readSpreadsheet } from "#server/spreadsheets/read-spreadsheet.ts";

/**
 * A draft of a file's rows, its columns recognised by heading or content. Throws as `createBatch` and `readSpreadsheet`, and
 * invalid_input (`file: columns_unknown`) where it is not clear which column holds numbers or amounts.
 */
export async function createBatchOfFile(
	context: Context,
	input: BatchFile,
	idempotencyKey: string | null,
): Promise<Batch> {
	requirePermission(context, "payout.request");
	const { file, name, currency: asked } = parseInput(batchFileSchema, input);
	const { homeCountry, wallets } = await readRowSetting(context, context.database);
	const currency = asked ?? wallets[0] ?? "";
	const table = withoutTitle((await readSpreadsheet(file)).rows);
	const recognised = recogniseColumns(table, { currency, homeCountry });
	if (!NEEDED_FIELDS.every((field) => recognised.columns[field] !== undefined))
		throw new AppError("invalid_input", "numbers or amounts not found", { fields: { file: "columns_unknown" } });
	const rows = inputRows(table, recognised, currency);
	if (rows.length === 0) throw new AppError("invalid_input", "no rows", { fields: { file: "empty" } });
	return createBatch(context, { name, rows }, idempotencyKey);
}

import { hash } from "node:crypto";
import type { Insertable } from "kysely";
import { ulid } from "ulid";
import { inputRows } from "#lib/batches/input-rows.ts";
import { NEEDED_FIELDS, recogniseColumns, withoutTitle } from "#lib/batches/recognise-columns.ts";
import {
	type Batch,
	type BatchFile,
	type BatchRequest,
	batchFileSchema,
	batchRequestSchema,
} from "#lib/contracts/batch.ts";
import { withPermission } from "#server/access/recheck-permission.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import { checkRows } from "#server/batches/draft/check-rows.ts";
import type { DraftRow } from "#server/batches/draft/checked-row.ts";
import { recordBatch } from "#server/batches/lock-batch.ts";
import { readBatch } from "#server/batches/read-batch.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { parseInput, requireKey } from "#server/parse-input.ts";
import { readRowSetting } from "#server/recipients/read-row-setting.ts";
import { readSpreadsheet } from "#server/spreadsheets/read-spreadsheet.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { insertAll } from "#server/store/sql-fragments.ts";
import type { Tables } from "#server/store/tables/tables.ts";

/**
 * Saves a draft: no row is refused, each is checked and keeps its faults. The same key and body return the same batch. Throws
 * forbidden, invalid_input, idempotency_key_missing, idempotency_key_reused.
 */
export async function createBatch(
	context: Context,
	input: BatchRequest,
	idempotencyKey: string | null,
): Promise<Batch> {
	const { name, rows } = parseInput(batchRequestSchema, input);
	const key = requireKey(idempotencyKey);
	const digest = hash("sha256", JSON.stringify([name, rows]));
	const makerId = context.member.id;
	const id = await withPermission(context, "payout.request", async (trx) => {
		const draft = { name, maker_id: makerId, idempotency_key: key, request_digest: digest };
		const made = await insertDraft(context, trx, draft);
		if (!made.isNew) return made.id;
		const drafts = rows.map(
			({ operator = "", country = "", name: recipient = "", purpose = "", ...row }, place): DraftRow => ({
				...{ ...row, n: place + 1, operator, country, name: recipient, purpose },
				...{ left_out: null, duplicate_reason: null, duplicate_of: [] },
			}),
		);
		await insertRows(context, trx, made.id, drafts);
		const details = { name, rows: String(rows.length) };
		await recordBatch(context, trx, made.id, { action: "batch.created", details });
		return made.id;
	});
	return readBatch(context, { id });
}

/** Inserts a draft, unless the maker's key has made one before: then `isNew` is false. Throws idempotency_key_reused. */
export async function insertDraft(
	{ clock, config }: Context,
	trx: DatabaseTransaction,
	draft: Omit<Insertable<Tables["batch"]>, "id" | "environment" | "created_at">,
): Promise<{ id: string; isNew: boolean }> {
	const at = clock.now();
	const made = await trx
		.insertInto("batch")
		.values({ ...draft, id: ulid(at.getTime()), environment: config.environment, created_at: at })
		.onConflict((conflict) => conflict.columns(["maker_id", "idempotency_key"]).doNothing())
		.returning("id")
		.executeTakeFirst();
	if (made) return { id: made.id, isNew: true };
	const { id, request_digest } = await trx
		.selectFrom("batch")
		.select(["id", "request_digest"])
		.where("maker_id", "=", draft.maker_id)
		.where("idempotency_key", "=", draft.idempotency_key)
		.executeTakeFirstOrThrow();
	if (request_digest !== draft.request_digest)
		throw new AppError("idempotency_key_reused", "the key was used with another body");
	return { id, isNew: false };
}

async function insertRows(
	context: Context,
	trx: DatabaseTransaction,
	batchId: string,
	rows: readonly DraftRow[],
): Promise<void> {
	const checked = await checkRows(context, trx, { batchId, makerId: context.member.id, rows });
	const values = rows.map((row, place) => {
		const { facts = null, faults = [], warnings = [] } = checked[place] ?? {};
		return { ...row, batch_id: batchId, facts, faults, warnings };
	});
	await insertAll(trx, "batch_row", values).execute();
}

/**
 * Saves a file's rows as a draft; columns are recognised by heading or content. Throws as `createBatch` and `readSpreadsheet`, and
 * invalid_input (`file`): `columns_unknown` when it is not clear which column holds the numbers or the amounts, each named in `fields`;
 * `empty` without rows.
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
	const { rows: read, separator } = await readSpreadsheet(file);
	const table = withoutTitle(read);
	const recognised = { ...recogniseColumns(table, { currency, homeCountry }), separator };
	const unclear = NEEDED_FIELDS.filter((field) => recognised.columns[field] === undefined);
	const fields = { file: "columns_unknown", ...Object.fromEntries(unclear.map((field) => [field, "column_unclear"])) };
	if (unclear.length > 0) throw new AppError("invalid_input", "columns are not clear", { fields });
	const rows = inputRows(table, recognised, currency);
	if (rows.length === 0) throw new AppError("invalid_input", "no rows", { fields: { file: "empty" } });
	return createBatch(context, { name, rows }, idempotencyKey);
}

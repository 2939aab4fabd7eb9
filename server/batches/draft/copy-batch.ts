import { sql } from "kysely";
import { type Batch, type BatchCopy, batchCopySchema } from "#lib/contracts/batch.ts";
import { PAID_STATES, type PaymentState } from "#lib/payment-state.ts";
import { recheckPermission } from "#server/access/recheck-permission.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import { insertDraft } from "#server/batches/draft/create-batch.ts";
import { recheckDraft } from "#server/batches/draft/recheck-draft.ts";
import { lockBatch, recordBatch } from "#server/batches/lock-batch.ts";
import { readBatch } from "#server/batches/read-batch.ts";
import { readUnpaidRows } from "#server/batches/unpaid-rows.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { parseInput, requireKey } from "#server/parse-input.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { listed } from "#server/store/sql-fragments.ts";

/**
 * Makes a draft of the recipients of an earlier batch, with or without its amounts, or of only its unpaid rows. The same key and
 * body return the same draft. Throws forbidden, not_found, invalid_input, idempotency_key_missing, idempotency_key_reused, conflict (no
 * row is left to pay).
 */
export async function copyBatch(
	context: Context,
	input: BatchCopy & { id: string },
	idempotencyKey: string | null,
): Promise<Batch> {
	const { id: from, ...body } = input;
	const { name, ...taken } = parseInput(batchCopySchema, body);
	const key = requireKey(idempotencyKey);
	requirePermission(context, "payout.request");
	const id = await context.database.transaction().execute(async (trx) => {
		const earlier = await lockBatch(context, trx, { id: from });
		await recheckPermission(context, trx, "payout.request");
		return copyRows(context, trx, earlier, { name, makerId: context.member.id, key, ...taken });
	});
	return readBatch(context, { id });
}

interface Copy extends Partial<Omit<BatchCopy, "name">> {
	name: string;
	makerId: string;
	key: string;
	/** The approver, the reason and the rows of a batch that was sent back; the maker's reasons for duplicates are then copied too. */
	sentBack?: { by: string; reason: string; rows: readonly number[] };
}

/**
 * A row left out of the draft is never copied; a row that an approver left out is copied only if `rows` is `unpaid`. A batch rejected as
 * a whole is copied whole. Returns the id of the new draft, or of the draft that the same key made before.
 */
export async function copyRows(
	context: Context,
	trx: DatabaseTransaction,
	earlier: { id: string },
	{ name, makerId, key, amounts = "kept", rows: which = "all", sentBack }: Copy,
): Promise<string> {
	const { id: basedOn } = earlier;
	const digest = `copy ${basedOn} ${which === "all" ? amounts : `${which} ${amounts}`} ${name}`;
	const { id, isNew } = await insertDraft(context, trx, {
		...{ name, maker_id: makerId, based_on: basedOn, idempotency_key: key, request_digest: digest },
		...{ sent_back_by: sentBack?.by ?? null, sent_back_reason: sentBack?.reason ?? null },
	});
	if (!isNew) return id;
	const whole = sentBack ? sql`n = any(${sentBack.rows})` : sql`not ${isLeftOut(basedOn)}`;
	const isRetry = which === "unpaid";
	const chosen = isRetry ? sql`n = any(${await readUnpaidRows(trx, basedOn)})` : whole;
	const unpaid = sql`coalesce(retry_of, (select id from payment where batch_id = ${basedOn} and batch_row = n))`;
	await sql`insert into batch_row (batch_id, n, destination, amount, currency, operator, country, name, purpose, duplicate_reason, duplicate_of, changed_by, retry_of)
		select ${id}, row_number() over (order by n), destination, ${amounts === "kept" ? sql`amount` : sql`''`}, currency, operator, country,
			name, purpose, ${sentBack ? sql`duplicate_reason, duplicate_of` : sql`null, '{}'`},
			case when ${isIn(basedOn, PAID_STATES)} then '{}' else changed_by end, ${isRetry || sentBack ? unpaid : null}
		from batch_row where batch_id = ${basedOn} and left_out is null
			and ${chosen}`.execute(trx);
	const rows = await recheckDraft(context, trx, { id, makerId });
	if (isRetry && rows.length === 0) throw new AppError("conflict", "no row is left to pay");
	const details = { name, rows: String(rows.length), from: basedOn };
	await recordBatch(context, trx, id, { action: "batch.created", details });
	return id;
}

const isIn = (id: string, states: readonly PaymentState[]) =>
	sql`n in (select batch_row from payment where batch_id = ${id} and state in (${listed(states)}))`;

/** SQL: an approver left the row out, since its payout was rejected and other payouts of the batch were not. */
const isLeftOut = (
	id: string,
) => sql`(n in (select batch_row from payment where batch_id = ${id} and state = 'rejected')
	and exists (select from payment where batch_id = ${id} and state <> 'rejected'))`;

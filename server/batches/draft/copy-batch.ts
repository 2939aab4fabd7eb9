import { sql } from "kysely";
import { ulid } from "ulid";
import { type Batch, type BatchCopy, batchCopySchema } from "#lib/contracts/batch.ts";
import { idempotencyKeySchema } from "#lib/contracts/payment.ts";
import { ENDED_UNPAID_STATES, PAID_STATES, type PaymentState } from "#lib/payment-state.ts";
import { requirePermission } from "#server/access/permissions.ts";
import { withPermission } from "#server/access/recheck-permission.ts";
import { findByKey } from "#server/batches/draft/create-batch.ts";
import { recheckDraft } from "#server/batches/draft/recheck-draft.ts";
import { lockBatch, recordBatch } from "#server/batches/lock-batch.ts";
import { readBatch } from "#server/batches/read-batch.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { listed } from "#server/store/listed.ts";

/**
 * Makes a draft "as last time": the recipients of an earlier batch, with or without its amounts, or only its unpaid rows. The same
 * key and body return the same draft. Throws forbidden, not_found, invalid_input, idempotency_key_missing, idempotency_key_reused.
 */
export async function copyBatch(
	context: Context,
	input: BatchCopy & { id: string },
	idempotencyKey: string | null,
): Promise<Batch> {
	requirePermission(context, "payout.request");
	const { id: from, ...body } = input;
	const { name, ...taken } = parseInput(batchCopySchema, body);
	const key = idempotencyKeySchema.safeParse(idempotencyKey);
	if (!key.success) throw new AppError("idempotency_key_missing", "no usable Idempotency-Key");
	const id = await withPermission(context, "payout.request", async (trx) => {
		const earlier = await lockBatch(context, trx, { id: from });
		return copyRows(context, trx, earlier, { name, makerId: context.member.id, key: key.data, ...taken });
	});
	return readBatch(context, { id });
}

interface Copy extends Partial<Omit<BatchCopy, "name">> {
	name: string;
	makerId: string;
	key: string;
	/** Who sent which rows back, and why; the maker's reasons for duplicates are then copied too. */
	sentBack?: { by: string; reason: string; rows: readonly number[] };
}

/**
 * Copies no row that its maker left out, nor one that an approver left out, unless unpaid rows are asked for; a batch that was rejected
 * as a whole is copied whole. Returns the id of the new draft, or of the draft that the key made before.
 */
export async function copyRows(
	context: Context,
	trx: DatabaseTransaction,
	earlier: { id: string; environment: string },
	{ name, makerId, key, amounts = "kept", rows: which = "all", sentBack }: Copy,
): Promise<string> {
	const at = context.clock.now();
	const { id: basedOn, environment } = earlier;
	const digest = `copy ${basedOn} ${which === "all" ? amounts : `${which} ${amounts}`} ${name}`;
	const made = await trx
		.insertInto("batch")
		.values({
			...{ id: ulid(at.getTime()), environment, name, maker_id: makerId, created_at: at, based_on: basedOn },
			...{ idempotency_key: key, request_digest: digest },
			...{ sent_back_by: sentBack?.by ?? null, sent_back_reason: sentBack?.reason ?? null },
		})
		.onConflict((conflict) => conflict.columns(["maker_id", "idempotency_key"]).doNothing())
		.returning("id")
		.executeTakeFirst();
	if (!made) return findByKey(trx, { makerId, key, digest });
	const { id } = made;
	const whole = sentBack ? sql`n = any(${sentBack.rows})` : sql`not ${isLeftOut(basedOn)}`;
	const chosen = which === "unpaid" ? isIn(basedOn, ENDED_UNPAID_STATES) : whole;
	await sql`insert into batch_row (batch_id, n, destination, amount, currency, operator, country, name, purpose, duplicate_reason, duplicate_of, changed_by)
		select ${id}, row_number() over (order by n), destination, ${amounts === "kept" ? sql`amount` : sql`''`}, currency, operator, country,
			name, purpose, ${sentBack ? sql`duplicate_reason, duplicate_of` : sql`null, '{}'`},
			case when ${isIn(basedOn, PAID_STATES)} then '{}' else changed_by end
		from batch_row where batch_id = ${basedOn} and left_out is null
			and ${chosen}`.execute(trx);
	const rows = await recheckDraft(context, trx, { id, makerId });
	const details = { name, rows: String(rows.length), from: basedOn };
	await recordBatch(context, trx, id, { action: "batch.created", details });
	return id;
}

const isIn = (id: string, states: readonly PaymentState[]) =>
	sql`n in (select batch_row from payment where batch_id = ${id} and state in (${listed(states)}))`;

/** An approver left a row out if its payout was rejected and others were not. */
const isLeftOut = (
	id: string,
) => sql`(n in (select batch_row from payment where batch_id = ${id} and state = 'rejected')
	and exists (select from payment where batch_id = ${id} and state <> 'rejected'))`;

/** An approval of a batch covers its whole list: without one of its rows, the approvals given so far are void. */
import { sql } from "kysely";
import { NEVER_PERMITTED_STATES } from "#lib/payment-state.ts";
import type { Context } from "#server/context.ts";
import { amendPayments, lockPayments, type NewPaymentEvent } from "#server/payment-records/move-payment.ts";
import { readBatchFailureRule } from "#server/payment-records/payment-settings.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { voidDecisions } from "#server/payment-records/void-decisions.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { publishUpdate } from "#server/store/live-updates.ts";

type Id = Pick<PaymentRow, "id">;

/** Locks the batches of these payouts, as everywhere before any payout, and returns their rows that wait for approval. */
export async function lockBatchesOf(trx: DatabaseTransaction, payouts: readonly Id[]): Promise<Id[]> {
	const ids = payouts.map(({ id }) => id);
	const { rows } = await sql<Id>`select id from batch
		where id in (select batch_id from payment where id = any(${ids})) order by id for update`.execute(trx);
	const batches = rows.map(({ id }) => id);
	return batches.length === 0 ? [] : selectWaiting(trx, batches);
}

/** Voids the approvals of the batches' waiting rows, and raises the batches' versions: what is left of them must be approved again. */
export async function voidBatchApprovals(
	context: Context,
	trx: DatabaseTransaction,
	batches: readonly string[],
): Promise<void> {
	if (batches.length === 0) return;
	const at = context.clock.now();
	// A row that came back to approval meanwhile may be locked by who decides it: it was not part of this list, and is not waited for.
	const rows = await lockPayments(trx, await selectWaiting(trx, batches, sql`for update skip locked`));
	const by = { member: context.member.id };
	const happening: NewPaymentEvent = { event: "approvals_voided", by, details: { people: [] } };
	const decided = new Set((await voidDecisions(trx, at, rows)).map(({ payment_id }) => payment_id));
	const { failurePercent } = await readBatchFailureRule(trx);
	// As `failureLimit`, of the rows that are left. A share that was raised since the request allows no more failures.
	await sql`update batch set version = version + 1, failure_limit = least(failure_limit, greatest(3, ceil(
			(select count(*) from payment where batch_id = batch.id and state <> all(${NEVER_PERMITTED_STATES})) * ${failurePercent}::numeric / 100)))
		where id = any(${batches})`.execute(trx);
	for (const id of batches) await publishUpdate(trx, { topic: "batches", id });
	const given = rows.filter(({ id }) => decided.has(id)).map((payment) => ({ payment, happening }));
	await amendPayments(trx, at, given);
}

async function selectWaiting(trx: DatabaseTransaction, batches: readonly string[], lock = sql``): Promise<Id[]> {
	const { rows } = await sql<Id>`select id from payment where batch_id = any(${batches})
		and state = 'awaiting_approval' ${lock}`.execute(trx);
	return rows;
}

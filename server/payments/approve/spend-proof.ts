import type { Context } from "#server/context.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { approvalDigests, type BatchFacts } from "#server/payments/rules/act-digest.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/**
 * Requires and spends a proof that is bound to the facts of each payout; call it after all other checks. Returns the id of the proof,
 * which holds the signature. Throws step_up_needed.
 */
export async function spendProof(
	context: Context,
	trx: DatabaseTransaction,
	rows: readonly PaymentRow[],
	batch?: BatchFacts,
): Promise<string | undefined> {
	const subjects = rows.map(({ kind, id, version }) => ({ kind, id, version }));
	const subject = batch ? { batch: { id: batch.id, version: batch.version } } : { subjects };
	return context.presence.require(trx, { purpose: "approve", ...subject, digest: approvalDigests(rows, batch) });
}

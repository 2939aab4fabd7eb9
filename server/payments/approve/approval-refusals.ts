import type { Decision } from "#lib/contracts/payment.ts";
import { unseenAtApproval } from "#lib/payments/duplicates.ts";
import type { Actor, Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { actDigest, type BatchFacts, batchDigest } from "#server/payments/rules/act-digest.ts";
import { findTwins } from "#server/payments/rules/find-duplicates.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** The maker never approves or rejects; only the maker and admins may cancel. Throws own_approval, forbidden. */
export function requireDecider(
	member: Pick<Actor, "id" | "role">,
	row: PaymentRow,
	decision: Decision["decision"],
): void {
	// guard: maker-does-not-approve
	const own = row.maker_id === member.id;
	if (decision !== "cancel") {
		if (own) throw new AppError("own_approval", "the maker cannot decide on it");
		return;
	}
	const mayCancel = member.role === "admin" || own;
	if (!mayCancel) throw new AppError("forbidden", "only its maker or an admin may cancel it");
}

/** The returned function gives the ids of the twins that an approver must still compare with a payout. */
export async function findUnseenTwins(
	trx: DatabaseTransaction,
	at: Date,
	rows: readonly PaymentRow[],
): Promise<(row: PaymentRow) => string[]> {
	const twins = await findTwins(trx, rows, at);
	return ({ id, duplicate_of: seen }) => unseenAtApproval({ id, seen: seen ?? [] }, twins.get(id) ?? []);
}

/** Throws duplicate_suspected (`payments`) unless `confirmed` names each unseen twin. */
export function requireTwinsSeen(unseen: readonly string[], confirmed: Decision["duplicate"]): void {
	if (unseen.some((id) => !confirmed?.of.includes(id)))
		throw new AppError("duplicate_suspected", `${unseen.length} payouts nobody has looked at`, {
			payments: [...unseen],
		});
}

/**
 * Requires and spends a proof that is bound to the facts of each payout; call it after all other checks. Returns the id of the proof,
 * which holds the signature. Throws step_up_needed.
 */
export async function requirePresence(
	context: Context,
	trx: DatabaseTransaction,
	rows: readonly PaymentRow[],
	batch?: BatchFacts,
): Promise<string | undefined> {
	const subjects = rows.map(({ kind, id, version }) => ({ kind, id, version }));
	const own = rows.map((row) => actDigest("approve", row, { kind: row.kind, id: row.id, version: row.version }));
	const digest = [...(batch ? [batchDigest(batch, rows)] : []), ...own];
	const subject = batch ? { batch: { id: batch.id, version: batch.version } } : { subjects };
	return context.presence.require(trx, { purpose: "approve", ...subject, digest });
}

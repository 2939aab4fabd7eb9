/** Why a payout may not be approved: by this person, or by anybody yet. Each throws what it demands when it does not hold. */
import type { Decision } from "#lib/contracts/payment.ts";
import { unseenAtApproval } from "#lib/duplicates.ts";
import { may } from "#lib/roles.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { PaymentRow } from "#server/payments/payment-summary.ts";
import { actDigest } from "#server/payments/rules/act-digest.ts";
import { findTwinPayments } from "#server/payments/rules/find-duplicates.ts";
import { readApprovers, readCorrectors } from "#server/payments/rules/payout-progress.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** Nobody decides on what they asked for; only its maker and admins take it back. Throws own_approval, forbidden. */
export function demandDecider(context: Context, row: PaymentRow, decision: Decision["decision"]): void {
	// guard: maker-does-not-approve
	const own = row.maker_id === context.member.id;
	if (decision !== "cancel") {
		if (own) throw new AppError("own_approval", "the maker cannot decide on it");
		return;
	}
	const mayCancel = context.member.role === "admin" || (own && may(context.member.role, "payout.cancel_own"));
	if (!mayCancel) throw new AppError("forbidden", "only its maker or an admin may cancel it");
}

/** Nobody agrees to their own correction, nor twice. Returns who has agreed before. Throws own_approval, already_approved. */
export async function demandNewApprover(
	trx: DatabaseTransaction,
	row: PaymentRow,
	member: string,
): Promise<readonly string[]> {
	const correctors = (await readCorrectors(trx, [row.id])).get(row.id) ?? [];
	if (correctors.includes(member)) throw new AppError("own_approval", "who corrected it cannot approve it");
	const { ids: before } = await readApprovers(trx, row);
	if (before.includes(member)) throw new AppError("already_approved", "the same person has already agreed");
	return before;
}

/** Returns the same payments that came since it was asked for. Throws duplicate_suspected (`payments`) unless `said` names each. */
export async function demandTwinsSeen(
	trx: DatabaseTransaction,
	at: Date,
	row: PaymentRow,
	said: Decision["duplicate"],
): Promise<string[]> {
	const seen = row.duplicate_of ?? [];
	const unseen = unseenAtApproval({ id: row.id, seen }, await findTwinPayments(trx, row, { at, except: row.id }));
	if (unseen.some((id) => !said?.of.includes(id)))
		throw new AppError("duplicate_suspected", `${unseen.length} payouts nobody has looked at`, { payments: unseen });
	return unseen;
}

/** Asked last, and spent in this very transaction: a proof for these facts, given for nothing else. Throws step_up_needed. */
export async function demandPresence(context: Context, trx: DatabaseTransaction, row: PaymentRow): Promise<void> {
	const subject = { kind: row.kind, id: row.id, version: row.version };
	const digest = actDigest("approve", row, subject);
	await context.presence.demand(trx, { purpose: "approve", subjects: [subject], digest });
}

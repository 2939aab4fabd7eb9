import { type Decision, type ListAnswer, type ListDecision, listDecisionSchema } from "#lib/contracts/payment.ts";
import { canMove } from "#lib/payment-state.ts";
import type { Role } from "#lib/roles.ts";
import { recheckPermission, requireActiveApprover } from "#server/access/recheck-permission.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { requireWalletRead } from "#server/continuity/continuity-gap.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";
import { lockPayments, movePayments } from "#server/payment-records/move-payment.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { voidDecisions } from "#server/payment-records/void-decisions.ts";
import { type Asked, approvePayouts, insertDecisions } from "#server/payments/approve/approve-payouts.ts";
import { lockBatchesOf, voidBatchApprovals } from "#server/payments/approve/batch-approvals.ts";
import { requireDecider } from "#server/payments/approve/who-decides.ts";
import { answerOf, partitionByError } from "#server/payments/partition-by-error.ts";
import { shortenWaits } from "#server/payments/payout-wait.ts";
import type { BatchFacts } from "#server/payments/rules/digests.ts";
import { findWithBatch } from "#server/payments/rules/read-approvals.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

const STATE_OF = { approve: "approved", reject: "rejected", cancel: "cancelled" } as const;

/**
 * Decides a list with one proof and in one commit. A payout that cannot be decided is named with its reason and stays as it is.
 * Throws forbidden, invalid_input, too_new_to_decide, step_up_needed (for those that can be approved).
 */
export async function decidePayouts(context: Context, input: ListDecision): Promise<ListAnswer> {
	const asked = parseInput(listDecisionSchema, input);
	return answerOf(
		asked.payouts,
		await context.database.transaction().execute((trx) => applyDecision(context, trx, asked)),
	);
}

/**
 * Returns the errors by payout id. `batch`: its rows are approved with one proof, and the caller rolls back if one is refused. A row
 * that ends without its batch voids the approvals of the others.
 */
export async function applyDecision(
	context: Context,
	trx: DatabaseTransaction,
	asked: Asked,
	batch?: BatchFacts,
): Promise<ReadonlyMap<string, AppError>> {
	const { decision, reason } = asked;
	if (decision !== "cancel") requirePermission(context, "payout.decide");
	const approves = decision === "approve";
	const others = batch || approves ? [] : await lockBatchesOf(trx, asked.payouts);
	const rows = (await lockPayments(trx, [...asked.payouts, ...others])).filter(({ kind }) => kind === "payout");
	const withBatch = batch || !approves ? new Set() : await findWithBatch(trx, rows);
	const role = rows.length > 0 ? await requireRight(context, trx, decision) : context.member.role;
	const known = new Map(rows.map((row) => [row.id, row]));
	const { passed, refused } = await partitionByError(asked.payouts, ({ id, version }) => {
		const row = known.get(id);
		if (!row) throw new AppError("not_found", "no payout with this id");
		requireDecider({ ...context.member, role }, row, decision);
		const { state } = row;
		if (row.version !== version || !canMove(state, STATE_OF[decision]))
			throw new AppError("stale_version", `the payout is ${state} now`, { fields: { state } });
		if (withBatch.has(id)) throw new AppError("approved_with_batch", "its batch waits for approval");
		return row;
	});
	if (batch && refused.size > 0) return refused;
	// A refused payout is not changed; the caller throws or lists its error after the commit.
	const rest = await (approves
		? approvePayouts(context, trx, passed, asked, batch)
		: end(context, trx, passed, decision, reason));
	const ended =
		batch || approves ? [] : passed.filter(({ id, state }) => state === "awaiting_approval" && !rest.has(id));
	await voidBatchApprovals(context, trx, [...new Set(ended.flatMap(({ batch_id }) => batch_id ?? []))]);
	return new Map([...refused, ...rest]);
}

/** Returns the member's current role, which may have changed since the request came in. */
async function requireRight(context: Context, trx: DatabaseTransaction, decision: Decision["decision"]): Promise<Role> {
	const { role } =
		decision === "approve"
			? await requireActiveApprover(context, trx, "payout.decide")
			: await recheckPermission(context, trx, decision === "cancel" ? "payout.cancel_own" : "payout.decide");
	return role;
}

async function end(
	context: Context,
	trx: DatabaseTransaction,
	asked: readonly PaymentRow[],
	decision: "reject" | "cancel",
	reason: string | undefined,
): Promise<ReadonlyMap<string, AppError>> {
	// A rejected or cancelled payout must not have left, so its wallet must be read first; an approved one is checked again before it leaves.
	const reads = new Map<string, Promise<void>>();
	const { passed: rows, refused } = await partitionByError(asked, async (row) => {
		const wallet = `${row.environment} ${row.currency}`;
		const read = reads.get(wallet) ?? requireWalletRead(context, trx, row);
		reads.set(wallet, read);
		await read;
		return row;
	});
	if (rows.length === 0) return refused;
	const at = context.clock.now();
	const member = context.member.id;
	if (decision === "reject") {
		// The rejection replaces an approval that the member gave before.
		await voidDecisions(trx, at, rows, member);
		await insertDecisions(trx, rows, { member_id: member, verdict: "reject", at });
	}
	const event = STATE_OF[decision];
	const moves = rows.map((payment) => ({ payment, happening: { event, by: { member }, note: reason || null } }));
	await movePayments(trx, at, moves, { to: event });
	const approved = rows.filter(({ state }) => state === "approved");
	await shortenWaits(context, trx, approved);
	return refused;
}

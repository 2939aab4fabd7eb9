import { type Decision, type ListAnswer, type ListDecision, listDecisionSchema } from "#lib/contracts/payment.ts";
import { canMove, type PaymentState } from "#lib/payment-state.ts";
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
import { approvePayouts, insertDecisions, judgeApprovals } from "#server/payments/approve/approve-payouts.ts";
import { requireDecider } from "#server/payments/approve/who-decides.ts";
import { shortenWaits } from "#server/payments/payout-wait.ts";
import type { BatchFacts } from "#server/payments/rules/act-digest.ts";
import { answerOf, sortByRefusal } from "#server/payments/sort-by-refusal.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

const STATE_OF: Record<Decision["decision"], PaymentState> = {
	approve: "approved",
	reject: "rejected",
	cancel: "cancelled",
};

/**
 * Decides a list with one proof and in one commit. A payout that cannot be decided is named with its reason and stays as it is.
 * Throws forbidden, invalid_input, too_new_to_decide, step_up_needed (for those that can be approved).
 */
export async function decidePayouts(context: Context, input: ListDecision): Promise<ListAnswer> {
	const { payouts, ...decision } = parseInput(listDecisionSchema, input);
	return answerOf(
		payouts,
		await decideEach(
			context,
			payouts.map((payout) => ({ ...payout, ...decision })),
		),
	);
}

/** `asked`: all with the same decision and reason. Returns the errors by payout id. */
export async function decideEach(
	context: Context,
	asked: readonly (Decision & { id: string })[],
): Promise<ReadonlyMap<string, AppError>> {
	return context.database.transaction().execute((trx) => decideInside(context, trx, asked));
}

/** As `decideEach`, in the caller's transaction. `batch`: its rows are approved with one proof, all or none. */
export async function decideInside(
	context: Context,
	trx: DatabaseTransaction,
	asked: readonly (Decision & { id: string })[],
	batch?: BatchFacts,
): Promise<ReadonlyMap<string, AppError>> {
	const [first] = asked;
	if (!first) return new Map();
	const { decision } = first;
	if (decision !== "cancel") requirePermission(context, "payout.decide");
	const rows = (await lockPayments(trx, asked)).filter(({ kind }) => kind === "payout");
	const { id } = context.member;
	const decider = { id, role: rows.length > 0 ? await requireRight(context, trx, decision) : context.member.role };
	// A rejected or cancelled payout must not have left, so its wallet must be read first; an approved one waits at the gate.
	const unread = decision === "approve" ? new Map<string, AppError>() : await findUnreadWallets(context, trx, rows);
	const known = new Map(rows.map((row) => [row.id, row]));
	const judged = await sortByRefusal(asked, ({ id, version }) => {
		const row = known.get(id);
		if (!row) throw new AppError("not_found", "no payout with this id");
		requireDecider(decider, row, decision);
		const refusal = unread.get(row.currency);
		if (refusal) throw refusal;
		if (row.version !== version || !canMove(row.state, STATE_OF[decision])) throw staleVersion(row);
		return row;
	});
	if (decision !== "approve") {
		await end(context, trx, judged.passed, { decision, reason: first.reason });
		return judged.refused;
	}
	const confirmed = new Map(asked.map(({ id, duplicate }) => [id, duplicate]));
	const approvals = await judgeApprovals(context, trx, judged.passed, confirmed);
	const refused = new Map([...judged.refused, ...approvals.refused]);
	if (batch && refused.size > 0) return refused;
	await approvePayouts(context, trx, approvals.passed, { note: first.reason || null, batch });
	return refused;
}

/** Returns the member's current role, which may have changed since the request came in. */
async function requireRight(context: Context, trx: DatabaseTransaction, decision: Decision["decision"]): Promise<Role> {
	const { role } =
		decision === "approve"
			? await requireActiveApprover(context, trx, "payout.decide")
			: await recheckPermission(context, trx, decision === "cancel" ? "payout.cancel_own" : "payout.decide");
	return role;
}

function staleVersion({ state }: PaymentRow): AppError {
	return new AppError("stale_version", `the payout is ${state} now`, { fields: { state } });
}

async function findUnreadWallets(
	context: Context,
	trx: DatabaseTransaction,
	rows: readonly PaymentRow[],
): Promise<Map<string, AppError>> {
	const wallets = new Map(rows.map(({ environment, currency }) => [currency, { id: currency, environment, currency }]));
	return (await sortByRefusal([...wallets.values()], (wallet) => requireWalletRead(context, trx, wallet))).refused;
}

async function end(
	context: Context,
	trx: DatabaseTransaction,
	rows: readonly PaymentRow[],
	{ decision, reason }: { decision: "reject" | "cancel"; reason: string | undefined },
): Promise<void> {
	if (rows.length === 0) return;
	const at = context.clock.now();
	const member = context.member.id;
	if (decision === "reject") {
		// The rejection replaces an approval that the member gave before.
		await voidDecisions(trx, at, rows, member);
		await insertDecisions(trx, rows, { member_id: member, verdict: "reject", at });
	}
	const event = decision === "reject" ? "rejected" : "cancelled";
	const note = reason || null;
	await movePayments(trx, at, rows, { to: event }, () => ({ event, by: { member }, note }));
	const approved = rows.filter(({ state }) => state === "approved");
	await shortenWaits(context, trx, approved);
}

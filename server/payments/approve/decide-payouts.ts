import type { Insertable } from "kysely";
import { type Decision, type ListAnswer, type ListDecision, listDecisionSchema } from "#lib/contracts/payment.ts";
import { canMove } from "#lib/payment-state.ts";
import { unseenAtApproval } from "#lib/payments/duplicates.ts";
import type { Role } from "#lib/roles.ts";
import { recheckPermission, requireActiveApprover } from "#server/access/recheck-permission.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { requireWalletRead } from "#server/continuity/continuity-gap.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";
import { amendPayments, lockPayments, movePayments, type OwnValues } from "#server/payment-records/move-payment.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { addSendJob, wakePayouts } from "#server/payment-records/send-job.ts";
import { voidDecisions } from "#server/payment-records/void-decisions.ts";
import { lockBatchesOf, voidBatchApprovals } from "#server/payments/approve/batch-approvals.ts";
import { requireDecider, requireNewApprover } from "#server/payments/approve/who-decides.ts";
import { answerOf, type Judged, partitionByError } from "#server/payments/partition-by-error.ts";
import { shortenWaits } from "#server/payments/payout-wait.ts";
import { recordDuplicates } from "#server/payments/request/start-payment.ts";
import { approvalDigests, type BatchFacts, factsDigest } from "#server/payments/rules/digests.ts";
import { findTwins } from "#server/payments/rules/find-duplicates.ts";
import { limitExceeded } from "#server/payments/rules/guard-payout.ts";
import { findOverLimit } from "#server/payments/rules/limit-use.ts";
import { findWithBatch, readApproversOf, readCorrectors, readNeeded } from "#server/payments/rules/read-approvals.ts";
import { resolveNumbers } from "#server/recipients/resolve-numbers.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { insertAll } from "#server/store/sql-fragments.ts";
import type { Tables } from "#server/store/tables/tables.ts";

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

/** One decision and reason on payouts in the versions that the member saw. `duplicate`: as in a decision on one payout. */
type Asked = Omit<ListDecision, "payouts"> & {
	payouts: readonly (ListDecision["payouts"][number] & Pick<Decision, "duplicate">)[];
};

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

/** Approves those that the member may approve, or none if a `batch` has a refused one. Returns the errors by id. Throws step_up_needed. */
async function approvePayouts(
	context: Context,
	trx: DatabaseTransaction,
	rows: readonly PaymentRow[],
	{ payouts, reason }: Asked,
	batch: BatchFacts | undefined,
): Promise<ReadonlyMap<string, AppError>> {
	const confirmed = new Map(payouts.map(({ id, duplicate }) => [id, duplicate]));
	const { passed, refused } = await judgeApprovals(context, trx, rows, confirmed);
	if (!batch || refused.size === 0) await keepApprovals(context, trx, passed, { note: reason || null, batch });
	return refused;
}

/** A payout that this member may approve now. */
interface Approval {
	row: PaymentRow;
	given: number;
	needed: number;
	/** Twins that nobody had compared with this payout before, with the approver's reason to pay anyway. */
	duplicate: { of: readonly string[]; reason: string } | null;
}

/** Refuses a payout with own_approval (the member corrected it), already_approved, number_blocked, limit_exceeded, duplicate_suspected. */
export async function judgeApprovals(
	context: Context,
	trx: DatabaseTransaction,
	rows: readonly PaymentRow[],
	confirmed: ReadonlyMap<string, Decision["duplicate"]>,
): Promise<Judged<Approval>> {
	const member = context.member.id;
	const at = context.clock.now();
	const { environment, timeZone } = context.config;
	const correctors = await readCorrectors(trx, rows);
	const approvers = await readApproversOf(trx, rows);
	const needed = await readNeeded(trx, rows);
	const unseenOf = await findUnseenTwins(trx, at, rows);
	const known = await resolveNumbers(trx, { environment, numbers: rows.map(({ phone_number }) => phone_number) });
	const over = await findOverLimit(trx, rows, timeZone);
	return partitionByError(rows, (row): Approval => {
		const { given } = approvers(row);
		requireNewApprover(member, { correctors: correctors.get(row.id) ?? [], given });
		if (known.get(row.phone_number)?.blocked) throw new AppError("number_blocked", "the number is blocked");
		const limit = over.get(row.id);
		if (limit) throw limitExceeded(limit);
		const found = unseenOf(row);
		requireTwinsSeen(found, confirmed.get(row.id));
		const reason = confirmed.get(row.id)?.reason;
		const duplicate = reason !== undefined && found.length > 0 ? { of: found, reason } : null;
		return { row, given: given.length, needed: needed(row), duplicate };
	});
}

/** The returned function gives the ids of the twins that an approver must still compare with a payout. */
async function findUnseenTwins(
	trx: DatabaseTransaction,
	at: Date,
	rows: readonly PaymentRow[],
): Promise<(row: PaymentRow) => string[]> {
	const twins = await findTwins(trx, rows, at);
	return ({ id, duplicate_of: seen }) => unseenAtApproval({ id, seen: seen ?? [] }, twins.get(id) ?? []);
}

/** Throws duplicate_suspected (`payments`) unless `confirmed` names each unseen twin. */
function requireTwinsSeen(unseen: readonly string[], confirmed: Decision["duplicate"]): void {
	if (unseen.some((id) => !confirmed?.of.includes(id)))
		throw new AppError("duplicate_suspected", `${unseen.length} payouts nobody has looked at`, {
			payments: [...unseen],
		});
}

/** Writes the approvals, and moves payouts that now have enough of them to `approved`. */
async function keepApprovals(
	context: Context,
	trx: DatabaseTransaction,
	approvals: readonly Approval[],
	{ note, batch }: { note: string | null; batch: BatchFacts | undefined },
): Promise<void> {
	if (approvals.length === 0) return;
	const at = context.clock.now();
	const member = context.member.id;
	const by = { member };
	const rows = approvals.map(({ row }) => row);
	// An approval given before the member lost the role no longer counts; the new one replaces it.
	await voidDecisions(trx, at, rows, member);
	const subjects = rows.map(({ kind, id, version }) => ({ kind, id, version }));
	const covered = batch ? { batch: { id: batch.id, version: batch.version } } : { subjects };
	const proof = await context.presence.spend(trx, { purpose: "approve", ...covered }, approvalDigests(rows, batch));
	await insertDecisions(trx, rows, { member_id: member, verdict: "approve", at, step_up_id: proof });
	await recordDuplicates(trx, at, approvals, member);
	const isPartial = ({ given, needed }: Approval) => given + 1 < needed;
	const partly = approvals.filter(isPartial).map(({ row: payment, given, needed, duplicate }) => {
		const details = { approvals: { given: given + 1, needed } };
		const happening = { event: "approved_in_part", by, note, details } as const;
		return { payment, own: duplicateColumns(payment, duplicate, member), happening };
	});
	await amendPayments(trx, at, partly);
	const others = approvals.filter((approval) => !isPartial(approval));
	const wholly = others.map(({ row: payment, duplicate }) => {
		const own = { ...duplicateColumns(payment, duplicate, member), approved_facts: factsDigest(payment) };
		return { payment, own, happening: { event: "approved", by, note } as const };
	});
	const set = { approver_id: member, waits_until: null, waits_for: null };
	const moved = await movePayments(trx, at, wholly, { to: "approved", set });
	await wake(context, trx, moved);
}

/** Adds the twins that the approver has just confirmed to those that people had seen before. */
function duplicateColumns(row: PaymentRow, confirmed: Approval["duplicate"], member: string): OwnValues {
	const { duplicate_of, duplicate_reason, duplicate_by } = row;
	if (!confirmed) return { duplicate_of, duplicate_reason, duplicate_by };
	const of = [...(duplicate_of ?? []), ...confirmed.of];
	return { duplicate_of: of, duplicate_reason: confirmed.reason, duplicate_by: member };
}

/** Wakes the payout if it is the only one, else each wallet's oldest payouts: the others follow when lanes become free. */
async function wake(context: Context, trx: DatabaseTransaction, approved: readonly PaymentRow[]): Promise<void> {
	const [first] = approved;
	if (first && approved.length === 1) return addSendJob(trx, first);
	for (const [wallet] of Map.groupBy(approved, ({ currency }) => currency).values())
		if (wallet) await wakePayouts(trx, wallet, context.config.payoutLanes);
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

async function insertDecisions(
	trx: DatabaseTransaction,
	rows: readonly PaymentRow[],
	given: Pick<Insertable<Tables["decision"]>, "member_id" | "verdict" | "at" | "step_up_id">,
): Promise<void> {
	const decisions = rows.map((row) => ({
		...{ payment_id: row.id, payment_version: row.version, facts: factsDigest(row) },
		...given,
	}));
	await insertAll(trx, "decision", decisions).execute();
}

import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { monotonicFactory } from "ulid";
import { failureLimit } from "#lib/batches/batch-states.ts";
import { type Batch, type BatchDecision, batchDecisionSchema, type RowWarning } from "#lib/contracts/batch.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { NEVER_PERMITTED_STATES, WAITING_STATES } from "#lib/payment-state.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import { SENT_BACK_KEY } from "#server/batches/describe-batches.ts";
import { copyRows } from "#server/batches/draft/copy-batch.ts";
import { recheckDraft } from "#server/batches/draft/recheck-draft.ts";
import { amendBatch, lockBatch, lockDraft } from "#server/batches/lock-batch.ts";
import { readBatch } from "#server/batches/read-batch.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";
import { readBatchFailureRule } from "#server/payment-records/payment-settings.ts";
import { voidBatchApprovals } from "#server/payments/approve/batch-approvals.ts";
import { applyDecision } from "#server/payments/approve/decide-payouts.ts";
import { type NewPayout, requestPayouts } from "#server/payments/request/request-payouts.ts";
import { lockMakerAndNumber } from "#server/payments/rules/guard-payout.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

type Decided = BatchDecision & { id: string };

/**
 * Requests, decides or cancels a batch. An approval covers every waiting row, with one proof bound to each row. A rejection with `rows`
 * leaves these rows out. Sending back rejects the rows and copies them to a new draft of their maker. Throws forbidden, not_found,
 * stale_version, conflict, invalid_input (`rows`, `reason`), own_approval, already_approved, too_new_to_decide, wallet_unproved,
 * number_blocked, limit_exceeded, duplicate_suspected (`payments`), step_up_needed.
 */
export async function decideBatch(
	context: Context,
	input: BatchDecision & { id: string; ofAnyVersion?: boolean },
): Promise<Batch> {
	const { id, ofAnyVersion = false, ...body } = input;
	const asked = { id, ...parseInput(batchDecisionSchema, body) };
	const action = asked.decision === "request" ? "payout.request" : "payout.decide";
	requirePermission(context, asked.decision === "cancel" ? "payout.cancel_own" : action);
	if (asked.rows && asked.decision !== "reject")
		throw new AppError("invalid_input", "rows are only left out", { fields: { rows: "invalid" } });
	const needsReason = asked.decision === "send_back" || (asked.decision === "reject" && asked.rows);
	if (needsReason && !asked.reason)
		throw new AppError("invalid_input", "no reason", { fields: { reason: "required" } });
	const refusal = await context.database.transaction().execute(async (trx) => {
		return asked.decision === "request" ? requestBatch(context, trx, asked) : decide(context, trx, asked, ofAnyVersion);
	});
	if (refusal) throw refusal;
	return readBatch(context, { id });
}

async function decide(
	context: Context,
	trx: DatabaseTransaction,
	asked: Decided,
	ofAnyVersion: boolean,
): Promise<void> {
	const { id, version, decision } = asked;
	const batch = await lockBatch(context, trx, ofAnyVersion ? { id } : { id, version });
	if (batch.requested_at === null) {
		if (decision !== "cancel") throw new AppError("conflict", "the batch is a draft");
		await lockDraft(context, trx, { id, version });
		const entry = { action: "batch.cancelled", details: { name: batch.name } };
		return amendBatch(context, trx, id, entry, { cancelled_at: context.clock.now() });
	}
	const decided = await decideRows(context, trx, batch, asked);
	const left = asked.rows ? String(asked.rows.length) : null;
	if (left !== null) await voidBatchApprovals(context, trx, [id]);
	if (decision === "send_back") await sendBack(context, trx, batch, { reason: asked.reason ?? "", rows: decided });
	const done = { request: "", approve: "approved", reject: "rejected", send_back: "sent_back", cancel: "stopped" };
	const action = `batch.${left === null ? done[decision] : "rows_left_out"}`;
	const details: Record<string, string> = { name: batch.name };
	if (left !== null) details.rows = left;
	if (asked.reason) details.note = asked.reason;
	await amendBatch(context, trx, id, { action, details });
}

type Locked = Awaited<ReturnType<typeof lockBatch>>;

async function decideRows(
	context: Context,
	trx: DatabaseTransaction,
	{ id, version, name }: Locked,
	{ decision, reason, duplicate, rows: only }: Decided,
): Promise<number[]> {
	if (decision === "request") return [];
	const states = decision === "cancel" ? WAITING_STATES : (["awaiting_approval"] as const);
	const all = await trx
		.selectFrom("payment")
		.select(["id", "version", "batch_row"])
		.where("batch_id", "=", id)
		.where("state", "in", states)
		.orderBy("created_at")
		.orderBy("id")
		// The lock waits for permits that are being committed: their rows are then `sending`, and are not selected.
		.forUpdate()
		.execute();
	const rows = only ? all.filter(({ batch_row: n }) => n !== null && only.includes(n)) : all;
	if (rows.length < (only?.length ?? 1)) throw new AppError("stale_version", "these rows wait no more");
	const verdict = decision === "send_back" ? "reject" : decision;
	const payouts = rows.map((row) => ({ id: row.id, version: row.version, duplicate }));
	const asking = { decision: verdict, reason, payouts };
	const refused = [...(await applyDecision(context, trx, asking, { id, version, name })).values()];
	const other = refused.find(({ code }) => code !== "duplicate_suspected");
	if (other) throw other;
	if (refused.length > 0)
		throw new AppError("duplicate_suspected", "payouts nobody has looked at", {
			payments: [...new Set(refused.flatMap(({ payments }) => payments ?? []))],
		});
	return rows.flatMap(({ batch_row: n }) => n ?? []);
}

async function sendBack(
	context: Context,
	trx: DatabaseTransaction,
	batch: Locked,
	{ reason, rows }: { reason: string; rows: readonly number[] },
): Promise<void> {
	const ofBatch = trx.selectFrom("payment").select("id").where("batch_id", "=", batch.id);
	// A cancelled row is not sent back, and does not keep the others from being sent back.
	const left = ofBatch.where("state", "not in", NEVER_PERMITTED_STATES);
	if (await left.executeTakeFirst()) throw new AppError("conflict", "some of its rows are decided or have left");
	const sentBack = { by: context.member.id, reason, rows };
	const { name, maker_id: makerId } = batch;
	await copyRows(context, trx, batch, { name, makerId, key: SENT_BACK_KEY + batch.id, sentBack });
}

type Checked = Awaited<ReturnType<typeof recheckDraft>>;

/**
 * Makes each row that is not left out a payout. Throws forbidden, not_found, stale_version, conflict. Returns invalid_input (`rows`:
 * `faulty`, `required`), and stale_version when the check finds what the draft did not show. The caller throws it after the commit, so
 * that what was found is stored.
 */
async function requestBatch(
	context: Context,
	trx: DatabaseTransaction,
	asked: { id: string; version: number },
): Promise<AppError | undefined> {
	const makerId = context.member.id;
	await lockMakerAndNumber(trx, { environment: context.config.environment, makerId });
	const batch = await lockDraft(context, trx, asked);
	if (batch.maker_id !== makerId) throw new AppError("forbidden", "only its maker requests it");
	// Drafts of the same unpaid rows are requested one after the other, so that the second one's check finds the payouts of the first.
	await sql`select from payment where id in (select retry_of from batch_row where batch_id = ${batch.id})
		order by created_at, id for update`.execute(trx);
	const rows = (await recheckDraft(context, trx, { id: batch.id, makerId })).filter(({ row }) => row.left_out === null);
	if (rows.length === 0) return new AppError("invalid_input", "nothing to pay", { fields: { rows: "required" } });
	if (rows.some(({ found }) => found.faults.length > 0))
		return new AppError("invalid_input", "rows are faulty", { fields: { rows: "faulty" } });
	if (rows.some(isNews)) return new AppError("stale_version", "the check found other facts or warnings");
	const at = context.clock.now();
	const payouts = payoutsOf(rows, at);
	const totals = totalsOf(payouts);
	await requestPayouts(context, trx, { batchId: batch.id, totals, payouts, at });
	const { failurePercent } = await readBatchFailureRule(trx);
	const amount = [...totals].map((sum) => sum.toReversed().join(" ")).join(", ");
	const details = { name: batch.name, rows: String(payouts.length), amount };
	const set = { requested_at: at, failure_limit: failureLimit(payouts.length, failurePercent) };
	await amendBatch(context, trx, batch.id, { action: "batch.requested", details }, set);
}

/** True when the row would pay something else than the draft showed, or has a warning, or one about a payout, that it did not show. */
function isNews({ row, found }: Checked[number]): boolean {
	const known = new Set(row.warnings.flatMap(namesOf));
	return !isDeepStrictEqual(row.facts, found.facts) || found.warnings.flatMap(namesOf).some((name) => !known.has(name));
}

function namesOf({ code, name, payments = [], batches = [] }: RowWarning): string[] {
	const about = [...payments, ...batches.map(({ id }) => id)];
	return (about.length > 0 ? about : [name]).map((one) => `${code} ${one}`);
}

function payoutsOf(rows: Checked, at: Date): NewPayout[] {
	// Rows with the same time leave in the order of their ids.
	const nextId = monotonicFactory();
	const idOf = new Map(rows.map(({ row }) => [row.n, nextId(at.getTime())]));
	return rows.flatMap(({ row, found: { facts, twins } }): NewPayout[] => {
		const id = idOf.get(row.n);
		if (facts === null || id === undefined) return [];
		const of = [...twins.payments, ...twins.rows.flatMap((n) => idOf.get(n) ?? [])];
		const duplicate = of.length > 0 && row.duplicate_reason ? { of, reason: row.duplicate_reason } : null;
		const { n, name, purpose, changed_by: changedBy } = row;
		return [{ id, n, facts, name, purpose, duplicate, changedBy }];
	});
}

function totalsOf(payouts: readonly NewPayout[]): Map<string, string> {
	const totals = new Map<string, bigint>();
	for (const { facts } of payouts)
		totals.set(facts.currency, (totals.get(facts.currency) ?? 0n) + minorOf(facts.amount));
	return new Map([...totals].map(([currency, minor]) => [currency, toDecimal(minor)]));
}

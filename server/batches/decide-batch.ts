/** Requests, approves, rejects or cancels all rows of a batch in one commit. */
import { sql } from "kysely";
import { monotonicFactory } from "ulid";
import { failureLimit } from "#lib/batches/batch-states.ts";
import { type Batch, type BatchDecision, batchDecisionSchema } from "#lib/contracts/batch.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { WAITING_STATES } from "#lib/payment-state.ts";
import { requirePermission } from "#server/access/permissions.ts";
import { recheckDraft } from "#server/batches/change-row.ts";
import { lockBatch, lockDraft } from "#server/batches/lock-batch.ts";
import { readBatch } from "#server/batches/read-batch.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";
import { decideInside } from "#server/payments/approve/decide-payouts.ts";
import { type NewPayout, requestPayouts } from "#server/payments/request/request-payouts.ts";
import { takeTurn } from "#server/payments/rules/guard-payout.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { publishChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

type Decided = BatchDecision & { id: string };

/**
 * An approval covers every row that still waits, with one proof bound to each; a row that cannot be approved (a new duplicate)
 * waits on. Throws forbidden, not_found, stale_version, conflict, invalid_input (`rows`: `faulty`, `required`), own_approval,
 * already_approved, step_up_needed.
 */
export async function decideBatch(context: Context, input: BatchDecision & { id: string }): Promise<Batch> {
	const { id, ...body } = input;
	const asked = { id, ...parseInput(batchDecisionSchema, body) };
	const action = asked.decision === "request" ? "payout.request" : "payout.decide";
	requirePermission(context, asked.decision === "cancel" ? "payout.cancel_own" : action);
	await context.database.transaction().execute(async (trx) => {
		if (asked.decision === "request") await request(context, trx, asked);
		else await decide(context, trx, asked);
	});
	return readBatch(context, { id });
}

async function request(context: Context, trx: DatabaseTransaction, asked: Decided): Promise<void> {
	const makerId = context.member.id;
	await takeTurn(trx, { environment: context.config.environment, makerId });
	const batch = await lockDraft(context, trx, asked);
	if (batch.maker_id !== makerId) throw new AppError("forbidden", "only its maker requests it");
	const rows = (await recheckDraft(context, trx, { id: batch.id, makerId })).filter(({ row }) => row.left_out === null);
	if (rows.length === 0) throw new AppError("invalid_input", "nothing to pay", { fields: { rows: "required" } });
	if (rows.some(({ found }) => found.facts === null))
		throw new AppError("invalid_input", "rows are faulty", { fields: { rows: "faulty" } });
	const at = context.clock.now();
	// Rows of one time leave in the order of their ids.
	const nextId = monotonicFactory();
	const idOf = new Map(rows.map(({ row }) => [row.n, nextId(at.getTime())]));
	const totals = new Map<string, bigint>();
	const payouts = rows.flatMap(({ row, found: { facts, twins } }): NewPayout[] => {
		const id = idOf.get(row.n);
		if (facts === null || id === undefined) return [];
		totals.set(facts.currency, (totals.get(facts.currency) ?? 0n) + minorOf(facts.amount));
		const of = [...twins.payments, ...twins.rows.flatMap((n) => idOf.get(n) ?? [])];
		const duplicate = of.length > 0 && row.duplicate_reason ? { of, reason: row.duplicate_reason } : null;
		return [{ id, n: row.n, facts, name: row.name, purpose: row.purpose, duplicate }];
	});
	const sums = new Map([...totals].map(([currency, minor]) => [currency, toDecimal(minor)]));
	await requestPayouts(context, trx, { batchId: batch.id, totals: sums, payouts, at });
	await change(trx, batch.id, { requested_at: at, failure_limit: failureLimit(payouts.length) });
	const details = {
		name: batch.name,
		rows: String(payouts.length),
		amount: [...sums].map((sum) => sum.toReversed().join(" ")).join(", "),
	};
	await record(context, trx, batch.id, { action: "batch.requested", details });
}

async function decide(context: Context, trx: DatabaseTransaction, { id, version, decision, reason }: Decided) {
	if (decision === "request") return;
	const batch = await lockBatch(context, trx, { id, version });
	if (batch.requested_at === null) {
		if (decision !== "cancel") throw new AppError("conflict", "the batch is a draft");
		await lockDraft(context, trx, { id, version });
		await change(trx, id, { cancelled_at: context.clock.now() });
		return record(context, trx, id, { action: "batch.cancelled", details: { name: batch.name } });
	}
	const states = decision === "cancel" ? WAITING_STATES : (["awaiting_approval"] as const);
	const rows = await trx
		.selectFrom("payment")
		.select(["id", "version"])
		.where("batch_id", "=", id)
		.where("state", "in", states)
		.execute();
	if (rows.length === 0) throw new AppError("stale_version", "no row waits any more");
	const said = rows.map((row) => ({ ...row, decision, reason }));
	const refused = await decideInside(context, trx, said, { id, version });
	const [first] = refused.values();
	if (first && refused.size === rows.length) throw first;
	await publishChange(trx, { topic: "batches", id });
}

async function change(
	trx: DatabaseTransaction,
	id: string,
	set: { requested_at?: Date; cancelled_at?: Date; failure_limit?: number },
): Promise<void> {
	await trx
		.updateTable("batch")
		.set({ ...set, version: sql<number>`version + 1` })
		.where("id", "=", id)
		.execute();
	await publishChange(trx, { topic: "batches", id });
}

async function record(
	context: Context,
	trx: DatabaseTransaction,
	id: string,
	entry: { action: string; details: Record<string, string> },
): Promise<void> {
	const subject = { subjectKind: "batch", subjectId: id } as const;
	await recordAudit(trx, { at: context.clock.now(), memberId: context.member.id, ...subject, ...entry });
}

/** Reads lines and payments by id, in the form of the contracts. */
import { sql } from "kysely";
import type { OpenDecision, ReconciledLine, ReconciledPayment } from "#lib/contracts/reconciliation.ts";
import { LINE_AFTER_MS, LINE_BEFORE_MS } from "#server/payment-records/evidence-window.ts";
import { countedAmount } from "#server/payment-records/payment-summary.ts";
import type { Database } from "#server/store/database.ts";
import { withIsoTimes } from "#server/store/tables/iso-times.ts";

const IMPORTED = sql<string | null>`(
	select reference from imported_transaction as imported
	where imported.environment = movement.environment and imported.currency = movement.currency
		and imported.transaction_type = movement.type and imported.amount = movement.amount
		and imported.state = 'found' and imported.service_status = 'success'
		and movement.created_at between coalesce(processed_at, imported.created_at) - ${LINE_BEFORE_MS} * interval '1 millisecond'
			and coalesce(processed_at, imported.created_at) + ${LINE_AFTER_MS} * interval '1 millisecond'
		and explained_by_two(movement.type, movement.currency, movement.amount)
		and not exists (select from payment
			where payment.environment = imported.environment and payment.reference = imported.reference)
	order by coalesce(processed_at, imported.created_at), reference limit 1)`;

export async function readLines(store: Database, ids: readonly string[]): Promise<Map<string, ReconciledLine>> {
	if (ids.length === 0) return new Map();
	const rows = await store
		.selectFrom("movement")
		.select(["id", "type", "amount", "fee", "created_at as createdAt", "withdrawn_at as withdrawnAt"])
		.select(["replaced_by as replacedBy", IMPORTED.as("imported")])
		.where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
		.execute();
	const openDecisions = await readOpenDecisions(store, ids);
	return new Map(
		rows.map((row) => [row.id, { ...withIsoTimes(row), first: null, asked: null, ...openDecisions.get(row.id) }]),
	);
}

/**
 * Reads the newest decision on each line if it leaves the line open: the first of two decisions, while its author's decisions still
 * count, or the verdict `support`.
 */
export async function readOpenDecisions(
	store: Database,
	ids: readonly string[],
): Promise<Map<string, { first: OpenDecision } | { asked: OpenDecision }>> {
	const { rows } = await sql<Omit<OpenDecision, "by" | "at"> & { line: string; by: string; name: string; at: Date }>`
		select decision.movement_id as line, decision.verdict, decision.payment_id as "paymentId", decision.reference, decision.reason, decision.at,
			member.id as by, member.name
		from unnest(${[...ids]}::bigint[]) as line (id) cross join lateral (
			select * from reconciliation_decision where movement_id = line.id order by id desc limit 1
		) as decision join member on member.id = decision.member_id
		where decision.verdict = 'support' or (decision.awaits_second and decision_counts(decision.member_id, decision.recorded_at))`.execute(
		store,
	);
	return new Map(
		rows.map(({ line, by: id, name, at, ...rest }) => {
			const decision = { ...rest, by: { id, name }, at: at.toISOString() };
			return [line, rest.verdict === "support" ? { asked: decision } : { first: decision }];
		}),
	);
}

export async function readPayments(store: Database, ids: readonly string[]): Promise<Map<string, ReconciledPayment>> {
	if (ids.length === 0) return new Map();
	const rows = await store
		.selectFrom("payment")
		.select(["id", "kind", "state", "amount", "paid_amount", "note", "reference", "operator_name as operatorName"])
		.select(["phone_number as phoneNumber", "sent_at as sentAt", "processed_at as processedAt"])
		.where("id", "in", ids)
		.execute();
	return new Map(
		rows.map(({ paid_amount, ...row }) => [
			row.id,
			{ ...withIsoTimes(row), amount: countedAmount({ ...row, paid_amount }) },
		]),
	);
}

export function pick<T>(known: ReadonlyMap<string, T>, ids: readonly string[]): T[] {
	return ids.flatMap((id) => known.get(id) ?? []);
}

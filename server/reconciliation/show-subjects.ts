/** Converts lines and payments to JSON, by id. */
import { sql } from "kysely";
import type { OpenDecision, ReconciledLine, ReconciledPayment } from "#lib/contracts/reconciliation.ts";
import { LINE_AFTER_MS, LINE_BEFORE_MS } from "#server/payment-records/evidence-window.ts";
import { countedAmount } from "#server/payment-records/payment-summary.ts";
import type { Database } from "#server/store/database.ts";

/** The reference of an imported transaction that a line may be; only for a line that two people must explain. */
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
		.select(["id", "type", "amount", "fee", "created_at", "withdrawn_at", "replaced_by", IMPORTED.as("imported")])
		.where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
		.execute();
	const said = await readOpenDecisions(store, ids);
	return new Map(
		rows.map(({ created_at: at, withdrawn_at, replaced_by: replacedBy, ...row }) => [
			row.id,
			{
				...row,
				createdAt: at.toISOString(),
				withdrawnAt: withdrawn_at?.toISOString() ?? null,
				replacedBy,
				...{ first: null, asked: null, ...said.get(row.id) },
			},
		]),
	);
}

/**
 * Reads the newest decision on each line where it leaves the line open: the first of two decisions, while its author's decision
 * still counts, or the verdict `support`.
 */
export async function readOpenDecisions(
	store: Database,
	ids: readonly string[],
): Promise<Map<string, { first: OpenDecision } | { asked: OpenDecision }>> {
	const { rows } = await sql<Omit<OpenDecision, "by" | "at"> & { line: string; by: string; name: string; at: Date }>`
		select said.movement_id as line, said.verdict, said.payment_id as "paymentId", said.reference, said.reason, said.at,
			member.id as by, member.name
		from unnest(${[...ids]}::bigint[]) as line (id) cross join lateral (
			select * from reconciliation_decision where movement_id = line.id order by id desc limit 1
		) as said join member on member.id = said.member_id
		where said.verdict = 'support' or (said.awaits_second and decision_counts(said.member_id, said.recorded_at))`.execute(
		store,
	);
	return new Map(
		rows.map(({ line, by: id, name, at, ...rest }) => {
			const said = { ...rest, by: { id, name }, at: at.toISOString() };
			return [line, rest.verdict === "support" ? { asked: said } : { first: said }];
		}),
	);
}

export async function readPayments(store: Database, ids: readonly string[]): Promise<Map<string, ReconciledPayment>> {
	if (ids.length === 0) return new Map();
	const rows = await store
		.selectFrom("payment")
		.select(["id", "kind", "state", "amount", "paid_amount", "operator_name", "phone_number", "note", "reference"])
		.select(["sent_at", "processed_at"])
		.where("id", "in", ids)
		.execute();
	return new Map(
		rows.map(({ operator_name, phone_number, sent_at, processed_at, paid_amount, ...row }) => [
			row.id,
			{
				...row,
				amount: countedAmount({ ...row, paid_amount }),
				operatorName: operator_name,
				phoneNumber: phone_number,
				sentAt: sent_at?.toISOString() ?? null,
				processedAt: processed_at?.toISOString() ?? null,
			},
		]),
	);
}

export function pick<T>(known: ReadonlyMap<string, T>, ids: readonly string[]): T[] {
	return ids.flatMap((id) => known.get(id) ?? []);
}

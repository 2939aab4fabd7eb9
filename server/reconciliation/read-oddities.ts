/** What the last reconciliation left over, read for people and for proofs. */
import { sql } from "kysely";
import { transactionTypeOf } from "#lib/payment-state.ts";
import type { OddLine, OddPayment } from "#server/reconciliation/pair-oddities.ts";
import { type ClaimRow, paymentClaim } from "#server/reconciliation/payment-claims.ts";
import type { Store, WalletKey } from "#server/reconciliation/read-facts.ts";

export interface LeftOver {
	lines: (OddLine & { fee: string })[];
	payments: OddPayment[];
	/** Payments that somebody already spoke for: they wait, or the service's support was asked. */
	parked: ReadonlySet<string>;
}

// More than people could work through; the newest first.
const MOST = 2_000;
const TWIN = sql`interval '10 minutes'`;

export async function readLeftOver(store: Store, wallet: WalletKey): Promise<LeftOver> {
	const [lines, payments] = [await readLines(store, wallet), await readPayments(store, wallet)];
	return {
		lines,
		payments: payments.map(({ type, claim, row }) => ({
			...{ id: row.id, type, amount: row.amount, groupId: row.group_id, open: row.state === "needs_review" },
			...{ expectedAt: claim.expectedAt, from: claim.from, to: claim.to },
		})),
		parked: new Set(
			payments.flatMap(({ row }) => (row.verdict === "wait" || row.verdict === "support" ? [row.id] : [])),
		),
	};
}

async function readLines(store: Store, { environment, currency }: WalletKey) {
	const { rows } = await sql<OddLine & { fee: string; created_at: Date }>`
		select movement.id, movement.type, movement.amount, movement.fee, movement.created_at, word.group_id as "groupId",
			case when word.status = 'unexplained' then (
				select twin.id from movement as twin join reconciliation_line as known on known.movement_id = twin.id
				where twin.environment = ${environment} and twin.currency = ${currency} and twin.type = movement.type
					and twin.amount = movement.amount and twin.fee = movement.fee and known.status = 'matched'
					and twin.created_at between movement.created_at - ${TWIN} and movement.created_at + ${TWIN}
				order by abs(extract(epoch from twin.created_at - movement.created_at)), twin.id limit 1) end as "twinId"
		from reconciliation_line as word join movement on movement.id = word.movement_id
		where word.environment = ${environment} and word.currency = ${currency} and word.status in ('ambiguous', 'unexplained')
		order by movement.created_at desc, movement.id desc limit ${MOST}`.execute(store);
	return rows.map(({ created_at: at, ...row }) => ({ ...row, at: at.getTime() }));
}

async function readPayments(store: Store, { environment, currency }: WalletKey) {
	const { rows } = await sql<ClaimRow & { amount: string; group_id: string | null; verdict: string | null }>`
		select payment.id, payment.kind, payment.state, payment.amount, payment.created_at, payment.sent_at, payment.deadline_at,
			payment.processed_at, word.group_id, (select verdict from reconciliation_decision
				where payment_id = payment.id and movement_id is null order by id desc limit 1) as verdict
		from payment left join reconciliation_payment as word on word.payment_id = payment.id
		where payment.id in (
			select payment_id from reconciliation_payment
			where environment = ${environment} and currency = ${currency} and status in ('missing', 'ambiguous')
			union all select id from payment
			where state = 'needs_review' and environment = ${environment} and currency = ${currency})
		order by coalesce(payment.sent_at, payment.created_at) desc limit ${MOST}`.execute(store);
	return rows.map((row) => ({ row, type: transactionTypeOf(row.kind), claim: paymentClaim(row) }));
}

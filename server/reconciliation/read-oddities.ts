/** What the last reconciliation left over, read for people and for proofs. */
import { sql } from "kysely";
import { transactionTypeOf } from "#lib/payment-state.ts";
import { inSlices, mapInSlices } from "#lib/slices.ts";
import type { OddLine, OddPayment } from "#server/reconciliation/pair-oddities.ts";
import { type ClaimRow, claimColumns, paymentClaim } from "#server/reconciliation/payment-claims.ts";
import type { Store, WalletKey } from "#server/reconciliation/read-candidates.ts";
import { findTwinLines, readKnown } from "#server/reconciliation/read-twins.ts";

export interface LeftOver {
	lines: (OddLine & { fee: string })[];
	payments: OddPayment[];
	/** Payments that somebody already spoke for: they wait, or the service's support was asked. */
	parked: ReadonlySet<string>;
	/** Older unexplained deposits that are only counted. */
	beyond: number;
}

// Deposits alone: a wallet may be another system's, too, and people work through the newest. What left the wallet is all there.
const MOST_DEPOSITS = 20_000;

export async function readLeftOver(store: Store, wallet: WalletKey): Promise<LeftOver> {
	const [lines, payments] = [await readLines(store, wallet), await readPayments(store, wallet)];
	return {
		lines,
		beyond: lines.filter(isDeposit).length < MOST_DEPOSITS ? 0 : await countBeyond(store, wallet),
		payments: payments.map(({ type, claim, row }) => ({
			...{ id: row.id, type, amount: row.amount, groupId: row.group_id, open: row.state === "needs_review" },
			...{ expectedAt: claim.expectedAt, from: claim.from, to: claim.to },
		})),
		parked: new Set(
			payments.flatMap(({ row }) => (row.verdict === "wait" || row.verdict === "support" ? [row.id] : [])),
		),
	};
}

const isDeposit = ({ type, groupId }: OddLine) => groupId === null && type === DEPOSIT;
const DEPOSIT = transactionTypeOf("deposit");

async function readLines(store: Store, { environment, currency }: WalletKey) {
	const of = sql`match.environment = ${environment} and match.currency = ${currency}`;
	const { rows } = await sql<Omit<OddLine, "at" | "twinId"> & { fee: string; created_at: Date; alone: boolean }>`
		select movement.id, movement.type, movement.amount, movement.fee, movement.created_at, match.group_id as "groupId",
			match.status = 'unexplained' as alone
		from reconciliation_line as match join movement on movement.id = match.movement_id
		where ${of} and movement.withdrawn_at is null
			and match.status in ('ambiguous', 'unexplained') and (match.group_id is not null or movement.type <> ${DEPOSIT}
			or match.movement_id = any(array(select match.movement_id from reconciliation_line as match
				join movement on movement.id = match.movement_id
				where ${of} and match.status = 'unexplained' and match.group_id is null and movement.type = ${DEPOSIT}
					and movement.withdrawn_at is null
				order by match.movement_id desc limit ${MOST_DEPOSITS})))
		order by movement.created_at desc, movement.id desc`.execute(store);
	const lines = await inSlices(mapInSlices(rows, ({ created_at: at, ...row }) => ({ ...row, at: at.getTime() })));
	const known = await readKnown(store, { environment, currency });
	const twins = await inSlices(
		findTwinLines(
			lines.filter(({ alone }) => alone),
			known,
		),
	);
	return inSlices(
		mapInSlices(lines, ({ alone: _alone, ...line }) => ({ ...line, twinId: twins.get(line.id) ?? null })),
	);
}

async function countBeyond(store: Store, { environment, currency }: WalletKey): Promise<number> {
	const { rows } = await sql<{ count: number }>`
		select count(*)::integer as count from reconciliation_line as match join movement on movement.id = match.movement_id
		where match.environment = ${environment} and match.currency = ${currency} and match.status = 'unexplained'
			and match.group_id is null and movement.type = ${DEPOSIT} and movement.withdrawn_at is null`.execute(store);
	return Math.max(0, (rows[0]?.count ?? 0) - MOST_DEPOSITS);
}

async function readPayments(store: Store, { environment, currency }: WalletKey) {
	const { rows } = await sql<ClaimRow & { amount: string; group_id: string | null; verdict: string | null }>`
		select ${claimColumns}, coalesce(payment.paid_amount, payment.amount) as amount, match.group_id, (select verdict from reconciliation_decision
				where payment_id = payment.id and movement_id is null order by id desc limit 1) as verdict
		from payment left join reconciliation_payment as match on match.payment_id = payment.id
		where payment.id in (
			select payment_id from reconciliation_payment
			where environment = ${environment} and currency = ${currency} and status in ('missing', 'ambiguous')
			union all select id from payment
			where state = 'needs_review' and environment = ${environment} and currency = ${currency})
		order by coalesce(payment.sent_at, payment.created_at) desc, payment.id`.execute(store);
	return rows.map((row) => ({ row, type: transactionTypeOf(row.kind), claim: paymentClaim(row) }));
}

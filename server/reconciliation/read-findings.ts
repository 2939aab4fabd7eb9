/** Findings kept that touch a stretch of time, with the facts of their lines and payments: what may explain a gap. */
import { sql } from "kysely";
import { transactionTypeOf } from "#lib/payment-state.ts";
import type { Oddity } from "#server/reconciliation/pair-oddities.ts";
import { type ClaimRow, claimColumns, paymentClaim } from "#server/reconciliation/payment-claims.ts";
import type { Store, WalletKey } from "#server/reconciliation/read-candidates.ts";

/** Times in ms. */
interface Part {
	id: string;
	type: string;
	amount: string;
	at: number;
}

export interface Found {
	/** Newest first. */
	oddities: Oddity[];
	lines: (Part & { fee: string })[];
	payments: Part[];
}

// More than people could weigh.
const MOST = 2_000;
const AROUND = sql`interval '1 day'`;

export async function readKepts(store: Store, wallet: WalletKey, from: Date, until: Date): Promise<Found> {
	const { rows } = await sql<{ told: Oddity }>`
		select told from reconciliation_finding
		where environment = ${wallet.environment} and currency = ${wallet.currency}
			and until >= ${from}::timestamptz - ${AROUND} and since <= ${until}::timestamptz + ${AROUND}
		order by at desc, digest limit ${MOST}`.execute(store);
	const oddities = rows.map(({ told }) => told);
	return {
		oddities,
		lines: await readLines(store, [...new Set(oddities.flatMap(({ lineIds }) => lineIds))]),
		payments: await readPayments(store, [...new Set(oddities.flatMap(({ paymentIds }) => paymentIds))]),
	};
}

async function readLines(store: Store, ids: readonly string[]): Promise<Found["lines"]> {
	if (ids.length === 0) return [];
	const { rows } = await sql<{ id: string; type: string; amount: string; fee: string; created_at: Date }>`
		select id, type, amount, fee, created_at from movement
		where id = any(${ids}::bigint[]) and withdrawn_at is null`.execute(store);
	return rows.map(({ created_at, ...row }) => ({ ...row, at: created_at.getTime() }));
}

async function readPayments(store: Store, ids: readonly string[]): Promise<Part[]> {
	if (ids.length === 0) return [];
	const { rows } = await sql<ClaimRow & { amount: string }>`
		select ${claimColumns}, coalesce(paid_amount, amount) as amount from payment
		where id = any(${ids}::text[])`.execute(store);
	return rows.map((row) => ({
		id: row.id,
		type: transactionTypeOf(row.kind),
		amount: row.amount,
		at: paymentClaim(row).expectedAt,
	}));
}

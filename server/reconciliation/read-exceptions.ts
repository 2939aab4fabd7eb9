/** Reads the stored exceptions that may explain a gap in a period. */
import { sql } from "kysely";
import { minorOf } from "#lib/money.ts";
import { transactionTypeOf } from "#lib/payment-state.ts";
import type { Discrepancy } from "#server/reconciliation/matching/pair-discrepancies.ts";
import { type ClaimRow, claimColumns, paymentClaim } from "#server/reconciliation/matching/payment-claims.ts";
import type { Clues, Subject } from "#server/reconciliation/proof/explain-gap.ts";
import type { Database } from "#server/store/database.ts";
import { ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";

// People could not assess more exceptions than this.
const MOST = 2_000;
const AROUND = sql`interval '1 day'`;

export async function readExceptionsBetween(
	store: Database,
	wallet: WalletKey,
	from: Date,
	until: Date,
): Promise<Pick<Clues, "discrepancies"> & { subjects: Subject[] }> {
	const { rows } = await sql<{ told: Discrepancy }>`
		select told from reconciliation_exception
		where ${ofWallet(wallet)}
			and until >= ${from}::timestamptz - ${AROUND} and since <= ${until}::timestamptz + ${AROUND}
		order by at desc, digest limit ${MOST}`.execute(store);
	const discrepancies = rows.map(({ told }) => told);
	const lines = await readLines(store, [...new Set(discrepancies.flatMap(({ lineIds }) => lineIds))]);
	const payments = await readPayments(store, [...new Set(discrepancies.flatMap(({ paymentIds }) => paymentIds))]);
	return { discrepancies, subjects: [...lines, ...payments] };
}

async function readLines(store: Database, ids: readonly string[]): Promise<Subject[]> {
	if (ids.length === 0) return [];
	const { rows } = await sql<{ id: string; type: string; amount: string; fee: string; created_at: Date }>`
		select id, type, amount, fee, created_at from movement
		where id = any(${ids}::bigint[]) and withdrawn_at is null`.execute(store);
	return rows.map(({ id, type, created_at: at, ...row }) => ({
		...{ id, type, amount: minorOf(row.amount), fee: minorOf(row.fee), at: at.getTime() },
	}));
}

async function readPayments(store: Database, ids: readonly string[]): Promise<Subject[]> {
	if (ids.length === 0) return [];
	const { rows } = await sql<ClaimRow & { amount: string }>`
		select ${claimColumns}, coalesce(paid_amount, amount) as amount from payment
		where id = any(${ids}::text[])`.execute(store);
	return rows.map((row) => ({
		id: row.id,
		type: transactionTypeOf(row.kind),
		amount: minorOf(row.amount),
		fee: null,
		at: paymentClaim(row).expectedAt,
	}));
}

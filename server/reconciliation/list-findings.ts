/** The queue: what the machine could not tell, and people have not yet. */
import { sql } from "kysely";
import type { Finding } from "#lib/contracts/reconciliation.ts";
import { nameDoubtful } from "#server/reconciliation/name-doubtful.ts";
import type { Oddity } from "#server/reconciliation/pair-oddities.ts";
import type { Store, WalletKey } from "#server/reconciliation/read-facts.ts";
import { pick, readLines, readPayments } from "#server/reconciliation/show-subjects.ts";

const SHOWN = 50;

/** Alarms first, then the newest; `findingCount` counts all of them. */
export async function listFindings(
	store: Store,
	wallet: WalletKey,
): Promise<{ findings: Finding[]; findingCount: number }> {
	const shown = await readShown(store, wallet);
	const lines = await readLines(
		store,
		shown.flatMap(({ lineIds, likeIds }) => [...lineIds, ...likeIds]),
	);
	const alone = shown
		.filter(({ paymentIds }) => paymentIds.length === 0)
		.flatMap(({ lineIds }) => pick(lines, lineIds));
	const doubtful = await nameDoubtful(store, wallet, alone);
	const payments = await readPayments(store, [
		...shown.flatMap(({ paymentIds }) => paymentIds),
		...new Set([...doubtful.values()].flat()),
	]);
	const findings = shown.map(({ lineIds, paymentIds, likeIds, at, ...rest }) => ({
		...rest,
		at: new Date(at).toISOString(),
		lines: pick(lines, lineIds),
		payments: pick(payments, paymentIds),
		like: pick(lines, likeIds),
		mayBe: pick(payments, [...new Set(lineIds.flatMap((id) => doubtful.get(id) ?? []))]),
	}));
	return { findings, findingCount: await count(store, wallet) };
}

async function readShown(store: Store, { environment, currency }: WalletKey): Promise<Oddity[]> {
	const { rows } = await sql<{ told: Oddity }>`
		select told from reconciliation_finding
		where environment = ${environment} and currency = ${currency} and waits
		order by alarm desc, at desc, digest limit ${SHOWN}`.execute(store);
	return rows.map(({ told }) => told);
}

async function count(store: Store, { environment, currency }: WalletKey): Promise<number> {
	const { rows } = await sql<{ count: number }>`
		select (select count(*) from reconciliation_finding
			where environment = ${environment} and currency = ${currency} and waits)::integer
			+ coalesce((select findings_beyond from reconciliation_wallet
				where environment = ${environment} and currency = ${currency}), 0) as count`.execute(store);
	return rows[0]?.count ?? 0;
}

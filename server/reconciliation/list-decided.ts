import { sql } from "kysely";
import type { Decided } from "#lib/contracts/reconciliation.ts";
import type { Verdict } from "#lib/line-verdicts.ts";
import type { Store, WalletKey } from "#server/reconciliation/matching/read-candidates.ts";
import { readLines, readPayments } from "#server/reconciliation/show-subjects.ts";

const SHOWN = 50;

/** Newest first, without withdrawn decisions. */
export async function listDecided(store: Store, wallet: WalletKey): Promise<Decided[]> {
	const { rows } = await sql<{
		id: string;
		movement_id: string | null;
		payment_id: string | null;
		verdict: Verdict;
		reference: string | null;
		reason: string;
		by: string;
		at: Date;
	}>`
		select said.id, said.movement_id, said.payment_id, said.verdict, said.reference, said.reason, member.name as by, said.at from (
			select distinct on (movement_id, case when movement_id is null then payment_id end) * from reconciliation_decision
			where environment = ${wallet.environment} and currency = ${wallet.currency} and not awaits_second
			order by movement_id, case when movement_id is null then payment_id end, id desc
		) as said join member on member.id = said.member_id
		where said.verdict <> 'reopen' order by said.id desc limit ${SHOWN}`.execute(store);
	const lines = await readLines(
		store,
		rows.flatMap((row) => row.movement_id ?? []),
	);
	const payments = await readPayments(
		store,
		rows.flatMap((row) => row.payment_id ?? []),
	);
	return rows.map(({ id, movement_id, payment_id, at, ...said }) => ({
		id,
		decision: { ...said, at: at.toISOString() },
		line: (movement_id && lines.get(movement_id)) || null,
		payment: (payment_id && payments.get(payment_id)) || null,
	}));
}

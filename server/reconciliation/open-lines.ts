/** Reads lines without an explanation: per day, and for the whole wallet together with the days that have a gap. */
import { sql } from "kysely";
import type { DayProof, OpenLines, OpenMatters, ShownDay } from "#lib/contracts/reconciliation.ts";
import type { Database } from "#server/store/database.ts";
import { PREPARED } from "#server/store/keep-prepared.ts";
import { ofWallet, type WalletKey } from "#server/store/listed.ts";

/** Counts open lines between each day's two readings, as the proof does. A waiting line belongs to an unfinished payment. */
export async function withOpenLines(
	store: Database,
	{ environment, currency }: WalletKey,
	proofs: readonly DayProof[],
): Promise<ShownDay[]> {
	const read = proofs.flatMap(({ day, opening, closing }) => (opening && closing ? [{ day, opening, closing }] : []));
	const times = (of: "opening" | "closing") => read.map((proof) => proof[of].at);
	const { rows } = await sql<OpenLines & { day: string }>`
		select span.day, count(*) filter (where match.status <> 'open')::integer as unexplained,
			count(*) filter (where match.status = 'open')::integer as waiting
		from unnest(${read.map(({ day }) => day)}::text[], ${times("opening")}::timestamptz[],
				${times("closing")}::timestamptz[]) as span (day, since, until)
			join movement as line on line.environment = ${environment} and line.currency = ${currency}
				and line.created_at > span.since and line.created_at <= span.until and line.withdrawn_at is null
			join reconciliation_line as match on match.movement_id = line.id and match.environment = ${environment}
				and match.currency = ${currency} and match.status in ('ambiguous', 'unexplained', 'open')
		group by span.day`.execute(store);
	const open = new Map(rows.map(({ day, ...lines }) => [day, lines]));
	return proofs.map((proof) => ({ ...proof, openLines: open.get(proof.day) ?? { unexplained: 0, waiting: 0 } }));
}

// The queue lists no more deposits than this, and summing more lines would delay the page.
const MOST_LINES = 20_000;
const MOST_DAYS = 400;

/** Reads days with a gap that nobody explained, newest first. */
export async function readOpenDays(store: Database, wallet: WalletKey): Promise<OpenMatters["days"]> {
	const { rows } = await sql<{ day: string; gap: string }>`
		select ${PREPARED} newest.day::text, proof ->> 'gap' as gap from (
			select distinct on (day) id, day, status from balance_proof
			where ${ofWallet(wallet)} order by day desc, id desc
		) as newest join balance_proof as kept on kept.id = newest.id
		where newest.status in ('gap', 'cut') and proof -> 'isDecided' is null
		order by newest.day desc limit ${MOST_DAYS}`.execute(store);
	return rows;
}

/** Reads what people must still find out about a wallet: days with an unexplained gap, and lines without an explanation. */
export async function readOpenMatters(store: Database, wallet: WalletKey): Promise<OpenMatters> {
	const { environment, currency } = wallet;
	const days = await readOpenDays(store, wallet);
	const some = (status: string) => sql`(select movement_id from reconciliation_line
		where ${ofWallet({ environment, currency })} and status = ${status}
		order by movement_id desc limit ${MOST_LINES})`;
	const { rows } = await sql<{ count: number; amount: string }>`
		select count(*)::integer as count, coalesce(sum(amount), 0)::numeric(30, 2) as amount
		from (${some("unexplained")} union all ${some("ambiguous")}) as open join movement on movement.id = open.movement_id
		where withdrawn_at is null`.execute(store);
	const { count = 0, amount = "0.00" } = rows[0] ?? {};
	return { days, lines: { count, amount, isAtLeast: count >= MOST_LINES } };
}

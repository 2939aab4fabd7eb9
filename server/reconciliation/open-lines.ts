import { sql } from "kysely";
import type { DayProof, OpenLines, OpenMatters, ShownDay } from "#lib/contracts/reconciliation.ts";
import { newestProofs } from "#server/reconciliation/proof/kept-days.ts";
import { mayCloseGap, readDecidedLines } from "#server/reconciliation/proof/prove-period.ts";
import type { Database } from "#server/store/database.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";
import { ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";

/** Counts lines without an explanation between each day's two readings. A `waiting` line may belong to an unfinished payment. */
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
				and line.created_at > span.since and line.created_at <= span.until
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

/** Returns the gaps of these days that decided lines explain, with the reasons that people gave. */
export async function readDecidedGaps(
	store: Database,
	wallet: WalletKey,
	days: readonly string[],
): Promise<Map<string, { gap: string; reason: string }>> {
	if (days.length === 0) return new Map();
	const { rows } = await sql<{ day: string; gap: string; since: Date; until: Date }>`
		select day::text, proof ->> 'gap' as gap, (proof -> 'opening' ->> 'at')::timestamptz as since,
			(proof -> 'closing' ->> 'at')::timestamptz as until
		from (${newestProofs(wallet, sql`day = any(${days}::date[])`)}) as newest
		where proof -> 'isDecided' is not null order by day`.execute(store);
	const [first, last] = [rows[0], rows.at(-1)];
	const decided = first && last ? await readDecidedLines(store, wallet, first.since, last.until) : [];
	const reasons = ({ since, until }: { since: Date; until: Date }) =>
		decided.filter((line) => mayCloseGap(line) && line.at > +since && line.at <= +until).map(({ reason }) => reason);
	return new Map(rows.map((row) => [row.day, { gap: row.gap, reason: [...new Set(reasons(row))].join(" · ") }]));
}

export async function readOpenMatters(store: Database, wallet: WalletKey): Promise<OpenMatters> {
	const { environment, currency } = wallet;
	const days = await readOpenDays(store, wallet);
	const some = (status: string) => sql`(select movement_id from reconciliation_line
		where ${ofWallet({ environment, currency })} and status = ${status}
		order by movement_id desc limit ${MOST_LINES + 1})`;
	const { rows } = await sql<{ type: string; count: number; amount: string }>`
		select type, count(*)::integer as count, sum(amount)::numeric(30, 2) as amount
		from (${some("unexplained")} union all ${some("ambiguous")} limit ${MOST_LINES + 1}) as open join movement on movement.id = open.movement_id
		group by type order by type`.execute(store);
	const count = rows.reduce((sum, row) => sum + row.count, 0);
	const sums = rows.map(({ type, amount }) => ({ type, amount }));
	return { days, lines: { count: Math.min(count, MOST_LINES), sums, isAtLeast: count > MOST_LINES } };
}

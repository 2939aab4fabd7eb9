/** Finds matched lines that look like an unmatched one, minutes away; reads all of one kind at once. */
import { sql } from "kysely";
import type { Store, WalletKey } from "#server/reconciliation/matching/read-candidates.ts";

/** Time in ms. */
interface Line {
	id: string;
	type: string;
	amount: string;
	fee: string;
	at: number;
}

const NEAR_MS = 600_000;

/** Matched lines with the facts of unmatched ones, near them. Lines that follow closely share one period to read. */
export async function readKnown(store: Store, { environment, currency }: WalletKey): Promise<Line[]> {
	const near = sql`${NEAR_MS} * interval '1 millisecond'`;
	const { rows } = await sql<Omit<Line, "at"> & { created_at: Date }>`
		with odd as (
			select type, amount, fee, created_at, coalesce(created_at - lag(created_at) over facts > 2 * ${near}, true) as begins
			from reconciliation_line as match join movement on movement.id = match.movement_id
			where match.environment = ${environment} and match.currency = ${currency} and match.status = 'unexplained'
				and movement.withdrawn_at is null
			window facts as (partition by type, amount, fee order by created_at)
		), part as (
			select *, count(*) filter (where begins) over (partition by type, amount, fee order by created_at) as place from odd
		), stretch as (
			select type, amount, fee, min(created_at) - ${near} as since, max(created_at) + ${near} as until
			from part group by type, amount, fee, place
		)
		select known.* from stretch cross join lateral (
			select id, type, amount, fee, created_at from movement
			where environment = ${environment} and currency = ${currency} and type = stretch.type and amount = stretch.amount
				and created_at between stretch.since and stretch.until and fee = stretch.fee
				and withdrawn_at is null
			offset 0
		) as known join reconciliation_line as match on match.movement_id = known.id and match.status = 'matched'`.execute(
		store,
	);
	return rows.map(({ created_at, ...row }) => ({ ...row, at: created_at.getTime() }));
}

/** Line id → id of the nearest matched line of the same facts. */
export function findTwinLines(lines: readonly Line[], known: readonly Line[]): Map<string, string> {
	const alikeLines = new Map<string, Line[]>();
	for (const line of known.toSorted((a, b) => a.at - b.at || (BigInt(a.id) < BigInt(b.id) ? -1 : 1))) {
		const alike = alikeLines.get(keyOf(line));
		if (alike) alike.push(line);
		else alikeLines.set(keyOf(line), [line]);
	}
	const twins = new Map<string, string>();
	for (const line of lines) {
		const twin = nearest(alikeLines.get(keyOf(line)) ?? [], line.at);
		if (twin) twins.set(line.id, twin.id);
	}
	return twins;
}

function keyOf({ type, amount, fee }: Line): string {
	return `${amount} ${fee} ${type}`;
}

function nearest(known: readonly Line[], at: number): Line | null {
	let [low, high] = [0, known.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((known[middle]?.at ?? 0) < at) low = middle + 1;
		else high = middle;
	}
	const [before, after] = [known[low - 1], known[low]];
	const distance = (line: Line | undefined) => (line ? Math.abs(line.at - at) : Number.POSITIVE_INFINITY);
	const found = distance(before) <= distance(after) ? before : after;
	return found && distance(found) <= NEAR_MS ? found : null;
}

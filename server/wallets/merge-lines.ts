/** One transaction that brings a mirror level with what was staged: lines that came, went, came back, or were replaced. */
import { sql } from "kysely";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import type { SetAside } from "#server/wallets/movement-staging.ts";
import { keepUnreadable, lockMirror, type MirrorKey, noteMerged } from "#server/wallets/sync-row.ts";

// Above this many new lines the planner's idea of the table is wrong until somebody counts.
const MANY_LINES = 10_000;

export interface Merge extends MirrorKey {
	seen: number;
	setAside: SetAside;
	/** Of the body; null when it is not known. */
	digest: string | null;
	/** The array is known to be true at the time we asked for it, not at the time its end arrived. */
	startedAt: Date;
	/** The same moment by the database's clock. */
	beganAt: Date;
	now: Date;
}

export interface Merged {
	added: number;
	withdrawn: number;
	returned: number;
	mayBeCut: boolean;
}

export async function mergeStagedLines(connection: Database, merge: Merge): Promise<Merged> {
	await sql`analyze movement_seen`.execute(connection);
	const merged = await connection.transaction().execute(async (trx) => {
		// For this transaction alone: a million lines are counted in memory, and a first million may take longer than a minute.
		await sql`set local work_mem = '64MB'`.execute(trx);
		await sql`set local statement_timeout = '15min'`.execute(trx);
		const before = await lockMirror(trx, merge);
		const version = String(BigInt(before) + 1n);
		const spared = await findDifference(trx, merge);
		const withdrawn = await withdrawLines(trx, merge, version);
		const returned = await returnLines(trx, merge, version);
		const { added, firstId, lastId } = await addLines(trx, merge);
		if (withdrawn > 0 && added + returned > 0) await linkReplaced(trx, merge, { version, firstId });
		const isChanged = added + withdrawn + returned > 0;
		const { mayBeCut } = await noteMerged(trx, merge, {
			...{ startedAt: merge.startedAt, beganAt: merge.beganAt, digest: merge.digest },
			...{ seen: merge.seen, unreadable: merge.setAside.count, spared, lastId },
			...{ standing: added + returned - withdrawn, withdrawn: withdrawn - returned },
			version: isChanged ? version : before,
		});
		await keepUnreadable(trx, merge, merge.setAside, merge.now);
		return { added, withdrawn, returned, mayBeCut };
	});
	if (merged.added >= MANY_LINES) await sql`analyze movement`.execute(connection);
	return merged;
}

function ofWallet({ environment, currency }: MirrorKey) {
	return sql`movement.environment = ${environment} and movement.currency = ${currency}`;
}

const isDifferent = sql`movement.created_at = differs.created_at and movement.type = differs.type
	and movement.amount = differs.amount and movement.fee = differs.fee`;

/**
 * Into a table of this transaction: the lines that are listed more or less often than they stand here. What is older than all
 * that is listed is beyond the list's reach: it may be cut. Returns how many lines may be among those that cannot be read.
 */
async function findDifference(trx: DatabaseTransaction, { setAside, ...merge }: Merge): Promise<number> {
	await sql`create temporary table movement_differs (created_at timestamptz, type text, amount numeric(20, 2), fee numeric(20, 2),
		listed integer, held integer, standing integer) on commit drop`.execute(trx);
	await sql`
		with seen as (
			select created_at, type, amount, fee, count(*)::integer as listed
			from movement_seen group by created_at, type, amount, fee
		), held as (
			select created_at, type, amount, fee, count(*)::integer as held,
				(count(*) filter (where withdrawn_at is null))::integer as standing
			from movement where ${ofWallet(merge)} group by created_at, type, amount, fee
		)
		insert into movement_differs
		select created_at, type, amount, fee, coalesce(listed, 0), coalesce(held, 0), coalesce(standing, 0)
		from seen full join held using (created_at, type, amount, fee)
		where coalesce(listed, 0) <> coalesce(standing, 0)
			and (listed is not null or created_at > (select min(created_at) from movement_seen))`.execute(trx);
	await sql`analyze movement_differs`.execute(trx);
	if (setAside.count === 0) return 0;
	const { rows } = await sql<{ spared: number }>`
		with gone as (
			delete from movement_differs where listed < standing
				and (${setAside.mayBeAny}::boolean or created_at = any(${[...setAside.times]}::timestamptz[]))
			returning standing - listed as lines
		) select coalesce(sum(lines), 0)::integer as spared from gone`.execute(trx);
	return rows[0]?.spared ?? 0;
}

/** Of equal lines the last ones. What the machine said of them is taken back at once: they are nobody's any more. */
async function withdrawLines(trx: DatabaseTransaction, merge: Merge, version: string): Promise<number> {
	const { rows } = await sql<{ lines: number }>`
		select coalesce(sum(standing - listed), 0)::integer as lines from movement_differs where listed < standing`.execute(
		trx,
	);
	if (rows[0]?.lines === 0) return 0;
	// The reconciliation's own lock, before any line is touched: it must not write a word on a line that is going.
	await sql`select pg_advisory_xact_lock(7270403, hashtext(${`${merge.environment}:${merge.currency}`}))`.execute(trx);
	const gone = await sql<{ lines: number }>`
		with gone as (
			update movement set withdrawn_at = ${merge.now}::timestamptz, replaced_by = null, changed_in = ${version}::bigint
			from movement_differs as differs
			where ${ofWallet(merge)} and ${isDifferent} and differs.listed < differs.standing
				and movement.occurrence > differs.listed and movement.withdrawn_at is null
			returning id
		), unsaid as (delete from reconciliation_line where movement_id in (select id from gone))
		select count(*)::integer as lines from gone`.execute(trx);
	return gone.rows[0]?.lines ?? 0;
}

async function returnLines(trx: DatabaseTransaction, merge: Merge, version: string): Promise<number> {
	const { rows } = await sql<{ lines: number }>`
		with back as (
			update movement set withdrawn_at = null, replaced_by = null, changed_in = ${version}::bigint
			from movement_differs as differs
			where ${ofWallet(merge)} and ${isDifferent} and differs.listed > differs.standing
				and movement.occurrence <= differs.listed and movement.withdrawn_at is not null
			returning id
		) select count(*)::integer as lines from back`.execute(trx);
	return rows[0]?.lines ?? 0;
}

async function addLines(trx: DatabaseTransaction, merge: Merge) {
	const { rows } = await sql<{ added: number; first_id: string | null; last_id: string | null }>`
		with added as (
			insert into movement (environment, currency, type, amount, fee, created_at, occurrence, first_seen_at)
			select ${merge.environment}, ${merge.currency}, type, amount, fee, created_at, occurrence, ${merge.now}::timestamptz
			from movement_differs cross join lateral generate_series(held + 1, listed) as occurrence
			where listed > held
			order by created_at, type, amount, fee, occurrence
			returning id
		)
		select count(*)::integer as added, min(id) as first_id, max(id) as last_id from added`.execute(trx);
	const { added = 0, first_id: firstId = null, last_id: lastId = null } = rows[0] ?? {};
	return { added, firstId, lastId };
}

/** Assumption: a line that goes while one of the same time and amount comes is the same one, with another fee or type. */
async function linkReplaced(
	trx: DatabaseTransaction,
	merge: Merge,
	{ version, firstId }: { version: string; firstId: string | null },
): Promise<void> {
	const placed = sql`id, created_at, amount, row_number() over (partition by created_at, amount order by id) as place`;
	await sql`
		with gone as (
			select ${placed} from movement
			where ${ofWallet(merge)} and changed_in = ${version}::bigint and withdrawn_at is not null
		), came as (
			select ${placed} from movement where ${ofWallet(merge)} and withdrawn_at is null
				and (changed_in = ${version}::bigint or id >= ${firstId}::bigint)
				and created_at in (select created_at from gone)
		)
		update movement set replaced_by = came.id from gone join came using (created_at, amount, place)
		where movement.id = gone.id`.execute(trx);
}

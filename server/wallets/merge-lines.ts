/** Brings a mirror up to date with the staged lines in one transaction: new, withdrawn, restored and replaced lines. */
import { sql } from "kysely";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";
import { type ChunkChange, forgetChunks, writeChunks } from "#server/wallets/sync/chunk-table.ts";
import { keepDays, refreshStatistics } from "#server/wallets/sync/day-sums.ts";
import { addLines, type Comparison, findDifference } from "#server/wallets/sync/find-difference.ts";
import type { UnreadableLines } from "#server/wallets/sync/packed-chunk.ts";
import { lockMirror, lockWallet, noteMerged, type ReadList } from "#server/wallets/sync-row.ts";

interface Merge extends WalletKey, ReadList {
	comparison: Comparison;
	chunks: ChunkChange;
	arrived: number;
	counted: number;
	unreadable: UnreadableLines;
	now: Date;
}

interface Merged {
	added: number;
	withdrawn: number;
	returned: number;
	mayBeCut: boolean;
}

export async function mergeStagedLines(connection: Database, merge: Merge): Promise<Merged> {
	await sql`analyze movement_seen`.execute(connection);
	const merged = await connection.transaction().execute(async (trx) => {
		// This transaction needs more than others: a million lines are counted in memory, and the first million may take over a minute.
		await sql`set local work_mem = '64MB'`.execute(trx);
		await sql`set local statement_timeout = '15min'`.execute(trx);
		const before = await lockMirror(trx, merge);
		const version = String(BigInt(before.version) + 1n);
		await findDifference(trx, merge, merge.comparison);
		const spared = await spareUnreadable(trx, merge.unreadable);
		// guard: second-answer-withdraws
		const missed = await spareMissed(trx, merge);
		const withdrawn = await withdrawLines(trx, merge, version);
		const returned = await returnLines(trx, merge, version);
		const { added, firstId, lastId } = await addLines(trx, merge);
		if (withdrawn > 0 && added + returned > 0) await linkReplaced(trx, merge, { version, firstId });
		await keepDays(trx, merge, { from: before.days_zone, timeZone: merge.timeZone });
		if (!before.chunked) await forgetChunks(trx, merge);
		await writeChunks(trx, merge, merge.chunks);
		const isChanged = added + withdrawn + returned > 0;
		const { mayBeCut } = await noteMerged(trx, merge, {
			...{ unreadable: merge.unreadable.count, spared, missed, lastId },
			...{ standing: added + returned - withdrawn, withdrawn: withdrawn - returned },
			...{ comparedWhole: merge.comparison.of === "whole", version: isChanged ? version : before.version },
		});
		await keepUnreadable(trx, merge, merge.unreadable, merge.now);
		return { added, withdrawn, returned, mayBeCut };
	});
	const { arrived, counted } = merge;
	await refreshStatistics(connection, { came: arrived + merged.added, counted, isWhole: true });
	return merged;
}

const isDifferent = sql`movement.created_at = differs.created_at and movement.type = differs.type
	and movement.amount = differs.amount and movement.fee = differs.fee`;

/** Keeps lines that are not listed but may be among the unreadable ones of the list. Returns how many it keeps. */
async function spareUnreadable(trx: DatabaseTransaction, { count, mayBeAny, times }: UnreadableLines): Promise<number> {
	if (count === 0) return 0;
	const { rows } = await sql<{ spared: number }>`
		with gone as (
			delete from movement_differs where listed < standing
				and (${mayBeAny}::boolean or created_at = any(${[...times]}::timestamptz[]))
			returning standing - listed as lines
		) select coalesce(sum(lines), 0)::integer as spared from gone`.execute(trx);
	return rows[0]?.spared ?? 0;
}

/**
 * Keeps a line that is missing from the list for the first time; the next list decides. Does not keep a line if a new one of the same
 * time and amount replaces it, since both would count. Returns how many it keeps.
 */
async function spareMissed(trx: DatabaseTransaction, merge: Merge): Promise<number> {
	await sql`
		update movement_differs as differs set lacks = greatest(0, standing - listed - (
			select count(*)::integer from movement where ${ofWallet(merge, "movement")} and ${isDifferent} and missed_at is not null))
		where listed < standing and not exists (select from movement_differs as came
			where came.created_at = differs.created_at and came.amount = differs.amount and came.listed > came.standing)`.execute(
		trx,
	);
	await sql`update movement set missed_at = null where ${ofWallet(merge, "movement")} and missed_at is not null`.execute(
		trx,
	);
	await sql`
		update movement set missed_at = ${merge.now}::timestamptz from movement_differs as differs
		where ${ofWallet(merge, "movement")} and ${isDifferent} and movement.withdrawn_at is null
			and movement.occurrence > differs.listed and movement.occurrence <= differs.listed + differs.lacks`.execute(trx);
	const { rows } = await sql<{ missed: number }>`
		with spared as (update movement_differs set listed = listed + lacks where lacks > 0 returning lacks)
		select coalesce(sum(lacks), 0)::integer as missed from spared`.execute(trx);
	await sql`delete from movement_differs where listed = standing`.execute(trx);
	return rows[0]?.missed ?? 0;
}

/** Withdraws unlisted lines, the last of equal ones first, deletes their matches, and notes the payments, which may lack a line now. */
async function withdrawLines(trx: DatabaseTransaction, merge: Merge, version: string): Promise<number> {
	const { rows } = await sql<{ lines: number }>`
		select coalesce(sum(standing - listed), 0)::integer as lines from movement_differs where listed < standing`.execute(
		trx,
	);
	if (rows[0]?.lines === 0) return 0;
	// Takes the reconciliation's lock before touching any line, so that no line is matched while it is withdrawn.
	await lockWallet(trx, merge);
	const gone = await sql<{ lines: number }>`
		with gone as (
			update movement set withdrawn_at = ${merge.now}::timestamptz, replaced_by = null, changed_in = ${version}::bigint
			from movement_differs as differs
			where ${ofWallet(merge, "movement")} and ${isDifferent} and differs.listed < differs.standing
				and movement.occurrence > differs.listed and movement.withdrawn_at is null
			returning id
		), unsaid as (
			delete from reconciliation_line where movement_id in (select id from gone) returning environment, currency, payment_id
		), noted as (insert into reconciliation_pending (environment, currency, payment_id) select * from unsaid where payment_id is not null)
		select count(*)::integer as lines from gone`.execute(trx);
	return gone.rows[0]?.lines ?? 0;
}

async function returnLines(trx: DatabaseTransaction, merge: Merge, version: string): Promise<number> {
	const { rows } = await sql<{ lines: number }>`
		with back as (
			update movement set withdrawn_at = null, replaced_by = null, changed_in = ${version}::bigint
			from movement_differs as differs
			where ${ofWallet(merge, "movement")} and ${isDifferent} and differs.listed > differs.standing
				and movement.occurrence <= differs.listed and movement.withdrawn_at is not null
			returning id
		) select count(*)::integer as lines from back`.execute(trx);
	return rows[0]?.lines ?? 0;
}

/**
 * Assumption: if a merge withdraws a line and adds a line of the same time and amount, the new line is the old one with another fee or
 * type.
 */
async function linkReplaced(
	trx: DatabaseTransaction,
	merge: Merge,
	{ version, firstId }: { version: string; firstId: string | null },
): Promise<void> {
	const placed = sql`id, created_at, amount, row_number() over (partition by created_at, amount order by id) as place`;
	await sql`
		with gone as (
			select ${placed} from movement
			where ${ofWallet(merge, "movement")} and changed_in = ${version}::bigint and withdrawn_at is not null
		), came as (
			select ${placed} from movement where ${ofWallet(merge, "movement")} and withdrawn_at is null
				and (changed_in = ${version}::bigint or id >= ${firstId}::bigint)
				and created_at in (select created_at from gone)
		)
		update movement set replaced_by = came.id from gone join came using (created_at, amount, place)
		where movement.id = gone.id`.execute(trx);
}

async function keepUnreadable(
	trx: DatabaseTransaction,
	{ environment, currency }: WalletKey,
	{ first }: UnreadableLines,
	at: Date,
): Promise<void> {
	await trx.deleteFrom("unreadable_movement").where(ofWallet({ environment, currency })).execute();
	if (first.length === 0) return;
	const rows = first.map(({ place, line: { field, fault, excerpt } }) => ({
		...{ environment, currency, place, since: at },
		...{ field, fault, excerpt },
	}));
	await trx.insertInto("unreadable_movement").values(rows).execute();
}

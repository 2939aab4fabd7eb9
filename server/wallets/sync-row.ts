/** The row with the state of a wallet's mirror and its last sync. Only this file reads and writes it. */

import { type RawBuilder, type Selectable, sql } from "kysely";
import type { ErrorCode } from "#lib/error-codes.ts";
import { runTogether } from "#lib/run-together.ts";
import type { SystemContext } from "#server/context.ts";
import type { MovementList } from "#server/momo/service.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { PREPARED } from "#server/store/keep-prepared.ts";
import { ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";
import type { Tables } from "#server/store/tables/tables.ts";

const START = [
	...(["fault", "may_be_cut", "unreadable_lines", "body_digest", "synced_at", "chunked", "days_zone", "etag"] as const),
	...(["mirror_rows", "withdrawn_rows", "rows_seen", "spared_lines", "missed_lines"] as const),
] as const;

export type SyncStart = Pick<Selectable<Tables["movement_sync"]>, (typeof START)[number]> & { beganAt: Date };

const FACTS = [
	...(["synced_at", "version", "mirror_rows", "withdrawn_rows", "last_movement_id"] as const),
	...(["may_be_cut", "fault", "unreadable_lines", "chunked", "days_zone"] as const),
] as const;

export type SyncRow = Pick<Selectable<Tables["movement_sync"]>, (typeof FACTS)[number]>;

// Before the first sync: no lines and no known faults.
const NEVER: SyncRow = {
	...{ synced_at: null, version: "0", mirror_rows: 0, withdrawn_rows: 0, last_movement_id: "0" },
	...{ may_be_cut: false, fault: null, unreadable_lines: 0, chunked: false, days_zone: null },
};

/** True while only part of the first list has arrived, so that a missing line proves nothing. */
export function isArriving({ synced_at, chunked }: Pick<SyncRow, "synced_at" | "chunked">): boolean {
	return synced_at === null && chunked;
}

/** SQL for the id of a wallet's newest line. The statement around it needs a row `wallet` with environment and currency. */
export const LAST_LINE = sql<string | null>`(select last_movement_id from movement_sync as sync
	where sync.environment = wallet.environment and sync.currency = wallet.currency)`;

/** SQL for the seconds since a wallet's last whole list, used like `LAST_LINE`; null before the first list. */
export const SYNC_AGE = sql<
	number | null
>`(select extract(epoch from now() - ended_at)::float from movement_sync as sync
	where sync.environment = wallet.environment and sync.currency = wallet.currency)`;

export function readSyncRow(store: Database, { environment, currency }: WalletKey): Promise<SyncRow> {
	return readTogether(store, environment, { store, environment, currency });
}

const readTogether = runTogether<WalletKey & { store: Database }, SyncRow>(async (asked) => {
	const [{ store, environment }] = asked;
	const currencies = asked.map(({ currency }) => currency);
	const rows = await store
		.selectFrom("movement_sync")
		.modifyFront(PREPARED)
		.select(["currency", ...FACTS])
		.where("environment", "=", environment)
		.where(sql<boolean>`currency = any(${currencies})`)
		.execute();
	const byCurrency = new Map(rows.map(({ currency, ...row }) => [currency, row]));
	return currencies.map((currency) => byCurrency.get(currency) ?? NEVER);
});

/** Reads the wallets whose list has unreadable lines, may have been cut, or could not be read last time, ordered by currency. */
export async function readFaultySyncs(
	store: Database,
	{ environment, currencies }: { environment: string; currencies: readonly string[] },
): Promise<(SyncRow & { currency: string })[]> {
	return store
		.selectFrom("movement_sync")
		.modifyFront(PREPARED)
		.select(["currency", ...FACTS])
		.where("environment", "=", environment)
		.where(sql<boolean>`currency = any(${currencies})`)
		.where((of) => of.or([of("unreadable_lines", ">", 0), of("may_be_cut", "=", true), of("fault", "is not", null)]))
		.orderBy("currency")
		.execute();
}

/**
 * All times are the database's. `now` has microseconds; `age_ms` is null before the first list; `answered`: the last list was
 * requested after `since`.
 */
export type SyncTimes = { now: string; age_ms: number | null } & Record<"took_ms" | "bytes", number> &
	Record<"answered" | "still", boolean>;

// The worker reads the balance every two minutes: an older reading means that several reads failed.
const BALANCE_AGE = sql`interval '10 minutes'`;

/**
 * `still`: a reading of the last ten minutes shows the same balance as at the last list, so no new line is expected. `since`:
 * database time of a request that the last list may answer.
 */
export async function readSyncTimes(
	{ database, clock }: SystemContext,
	wallet: WalletKey,
	since?: string,
): Promise<SyncTimes> {
	const reading = (until: RawBuilder<unknown>) => sql`select balance, updated_at from balance_reading as reading
		where ${ofWallet(wallet, "reading")} and ${until} order by first_fetched_at desc, id desc limit 1`;
	const { rows } = await sql<SyncTimes>`
		select clock_timestamp()::text as now, coalesce(sync.began_at > ${since ?? null}::timestamptz, false) as answered,
			ceil(1000 * extract(epoch from clock_timestamp() - sync.ended_at))::float as age_ms,
			coalesce(1000 * extract(epoch from sync.ended_at - sync.began_at), 0)::float as took_ms,
			coalesce(sync.bytes_read, 0)::float as bytes, coalesce((
				select (earlier.balance, earlier.updated_at) = (last.balance, last.updated_at)
				from (${reading(sql`first_fetched_at <= sync.synced_at`)}) as earlier,
					(${reading(sql`fetched_at > greatest(sync.synced_at, ${clock.now()}::timestamptz - ${BALANCE_AGE})`)}) as last
			), false) as still
		from (select 1) as one left join movement_sync as sync on ${ofWallet(wallet, "sync")}`.execute(database);
	const [row] = rows;
	if (!row) throw new Error("the wallet's sync row cannot be read");
	return row;
}

/** Locks the wallet until the transaction ends: nobody else matches or withdraws its lines meanwhile. */
export async function lockWallet(trx: DatabaseTransaction, { environment, currency }: WalletKey): Promise<void> {
	await sql`select pg_advisory_xact_lock(7270403, hashtext(${`${environment}:${currency}`}))`.execute(trx);
}

export async function lockMirror(
	trx: DatabaseTransaction,
	wallet: WalletKey,
): Promise<Pick<Selectable<Tables["movement_sync"]>, "version" | "chunked" | "days_zone">> {
	return trx
		.selectFrom("movement_sync")
		.select(["version", "chunked", "days_zone"])
		.where(ofWallet(wallet))
		.forUpdate()
		.executeTakeFirstOrThrow();
}

/** Stores the start of a sync and returns the values of the previous sync. */
export async function noteStart(
	connection: Database,
	{ environment, currency }: WalletKey,
	startedAt: Date,
): Promise<SyncStart> {
	return connection
		.insertInto("movement_sync")
		.values({ environment, currency, started_at: startedAt })
		.onConflict((conflict) => conflict.columns(["environment", "currency"]).doUpdateSet({ started_at: startedAt }))
		.returning([...START, sql<Date>`clock_timestamp()`.as("beganAt")])
		.executeTakeFirstOrThrow();
}

export interface MergeCounts {
	startedAt: Date;
	beganAt: Date;
	seen: number;
	list: MovementList;
	unreadable: number;
	digest: string;
	timeZone: string;
	chunks: number;
	rowsRead: number;
	comparedWhole: boolean;
	/** `standing` and `withdrawn` are changes of the stored counts. */
	standing: number;
	withdrawn: number;
	/** Missing lines that stay because they may be among the unreadable ones. */
	spared: number;
	/** Missing lines that stay because only the newest list lacks them. */
	missed: number;
	version: string;
	lastId: string | null;
}

/** `mayBeCut`: apart from spared and missed lines, the mirror has more lines than the list, so the service lists fewer than before. */
export async function noteMerged(
	trx: DatabaseTransaction,
	wallet: WalletKey,
	merged: MergeCounts,
): Promise<{ mayBeCut: boolean }> {
	const standing = sql<number>`mirror_rows + ${merged.standing}`;
	const sync = await trx
		.updateTable("movement_sync")
		.set((eb) => ({
			synced_at: merged.startedAt,
			rows_seen: merged.seen,
			mirror_rows: standing,
			withdrawn_rows: eb("withdrawn_rows", "+", merged.withdrawn),
			version: merged.version,
			body_digest: merged.digest,
			...{ etag: merged.list.etag, bytes_read: merged.list.bytes },
			began_at: merged.beganAt,
			ended_at: sql<Date>`clock_timestamp()`,
			unreadable_lines: merged.unreadable,
			may_be_cut: sql<boolean>`${standing} - ${merged.spared + merged.missed}::integer > ${merged.seen}::integer`,
			last_movement_id: merged.lastId ?? eb.ref("last_movement_id"),
			fault: null,
			...{ chunked: true, spared_lines: merged.spared, missed_lines: merged.missed },
			...{ days_zone: merged.timeZone, arriving_from_id: null },
			...{ rows_read: merged.rowsRead, rows_skipped: merged.seen + merged.unreadable - merged.rowsRead },
			...{ chunks: merged.chunks, compared_whole: merged.comparedWhole },
		}))
		.where(ofWallet(wallet))
		.returning("may_be_cut")
		.executeTakeFirstOrThrow();
	return { mayBeCut: sync.may_be_cut };
}

/** Marks a wallet that was never synced as synced at `at`, with all lines of its mirror. */
export async function markSynced(database: Database, { environment, currency }: WalletKey, at: Date): Promise<void> {
	await sql`
		insert into movement_sync (environment, currency, started_at, synced_at, rows_seen, mirror_rows, last_movement_id)
		select ${environment}, ${currency}, ${at}::timestamptz, ${at}::timestamptz, count(*), count(*), coalesce(max(id), 0)
		from movement where ${ofWallet({ environment, currency })}
		on conflict do nothing`.execute(database);
}

export async function noteUnchanged(
	connection: Database,
	mirror: WalletKey,
	{
		startedAt,
		beganAt,
		rows,
		timeZone,
		list,
	}: Pick<MergeCounts, "startedAt" | "beganAt" | "timeZone" | "list"> & { rows: number },
): Promise<void> {
	await connection
		.updateTable("movement_sync")
		.set({ synced_at: startedAt, began_at: beganAt, ended_at: sql<Date>`clock_timestamp()`, fault: null })
		.set({ etag: list.etag, bytes_read: list.bytes })
		.set({ rows_read: 0, rows_skipped: rows, compared_whole: false, days_zone: timeZone, arriving_from_id: null })
		.where(ofWallet(mirror))
		.execute();
}

export async function noteArrived(
	trx: DatabaseTransaction,
	{ environment, currency, timeZone }: WalletKey & { timeZone: string },
	{ added, firstId, lastId }: { added: number; firstId: string | null; lastId: string | null },
): Promise<void> {
	await trx
		.updateTable("movement_sync")
		.set((eb) => ({
			...{ chunked: true, days_zone: timeZone },
			mirror_rows: eb("mirror_rows", "+", added),
			rows_seen: eb("rows_seen", "+", added),
			version: eb("version", "+", "1"),
			last_movement_id: lastId ?? eb.ref("last_movement_id"),
			arriving_from_id: sql<string | null>`coalesce(arriving_from_id, ${firstId}::bigint)`,
		}))
		.where(ofWallet({ environment, currency }))
		.execute();
}

/** No longer counts a first list as arriving if its wallet is not configured any more: the rest of the list will not come. */
export async function forgetArriving(
	connection: Database,
	{ environment, currencies }: { environment: string; currencies: readonly string[] },
): Promise<void> {
	await connection
		.updateTable("movement_sync")
		.set({ arriving_from_id: null })
		.where("arriving_from_id", "is not", null)
		.where((of) => of.or([of("environment", "<>", environment), of("currency", "not in", [...currencies])]))
		.execute();
}

/** Returns the first line of any first list that is still arriving; null if none is. Lines from there on are not yet checked. */
export async function readArriving(store: Database): Promise<string | null> {
	const row = await store
		.selectFrom("movement_sync")
		.select((of) => of.fn.min("arriving_from_id").as("id"))
		.executeTakeFirst();
	return row?.id ?? null;
}

export async function readSyncCosts(store: Database, environment: string) {
	return store
		.selectFrom("movement_sync")
		.select(["currency", "rows_read", "rows_skipped", "chunks", "compared_whole"])
		.where("environment", "=", environment)
		.execute();
}

export async function noteFault(connection: Database, mirror: WalletKey, fault: ErrorCode): Promise<void> {
	await connection.updateTable("movement_sync").set({ fault }).where(ofWallet(mirror)).execute();
}

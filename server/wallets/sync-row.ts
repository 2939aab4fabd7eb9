/** The row with the state of a wallet's mirror and its last sync. Only this file reads and writes it. */

import { type RawBuilder, type Selectable, sql } from "kysely";
import type { ErrorCode } from "#lib/error-codes.ts";
import { groupCalls } from "#lib/group-calls.ts";
import type { SystemContext } from "#server/context.ts";
import type { MovementList } from "#server/momo/service.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";
import { ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";
import type { Tables } from "#server/store/tables/tables.ts";

export type SyncStart = Selectable<Tables["movement_sync"]> & { beganAt: Date };

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

/** SQL for the first line of any first list that is still arriving; null if none is. Lines from there on are not yet checked. */
export const ARRIVING_FROM = sql<string | null>`(select min(arriving_from_id) from movement_sync)`;

export function readSyncRow(store: Database, { environment, currency }: WalletKey): Promise<SyncRow> {
	return readTogether({ store, environment, currency });
}

const lineOfEnvironment = ({ store, environment }: WalletKey & { store: Database }) => [store, environment] as const;

const readTogether = groupCalls(lineOfEnvironment, async (asked): Promise<SyncRow[]> => {
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

/** The time and cost of the last list. All times are the database's. */
export interface SyncTimes {
	/** With microseconds. */
	now: string;
	/** Milliseconds since the end of the list; null before the first list. */
	ageMs: number | null;
	tookMs: number;
	/** Bytes of the list's body on the wire. */
	bytes: number;
	/** The list was requested after `since`. */
	isAnswered: boolean;
	/** The list lacked no line, and a reading of the last ten minutes shows the same balance: the next list is expected to be equal. */
	isStill: boolean;
}

// The worker reads the balance every two minutes: an older reading means that several reads failed.
const BALANCE_AGE = sql`interval '10 minutes'`;

/** `since`: database time of a request that the last list may answer. */
export async function readSyncTimes(
	{ database, clock }: SystemContext,
	wallet: WalletKey,
	since?: string,
): Promise<SyncTimes> {
	const reading = (until: RawBuilder<unknown>) => sql`
		select balance, updated_at, fetched_at from balance_reading as reading where ${ofWallet(wallet, "reading")} and ${until} order by id desc limit 1`;
	const now = sql`${clock.now()}::timestamptz`;
	const { rows } = await sql<SyncTimes>`
		select clock_timestamp()::text as now, coalesce(sync.began_at > ${since ?? null}::timestamptz, false) as "isAnswered",
			ceil(1000 * extract(epoch from clock_timestamp() - sync.ended_at))::float as "ageMs",
			coalesce(1000 * extract(epoch from sync.ended_at - sync.began_at), 0)::float as "tookMs",
			coalesce(sync.bytes_read, 0)::float as bytes, coalesce((
				select (earlier.balance, earlier.updated_at, sync.missed_lines) = (last.balance, last.updated_at, 0)
					and last.fetched_at > greatest(sync.synced_at, ${now} - ${BALANCE_AGE}) and last.fetched_at < ${now} + ${BALANCE_AGE}
				from (${reading(sql`first_fetched_at <= sync.synced_at`)}) as earlier, (${reading(sql`true`)}) as last
			), false) as "isStill"
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
		.returningAll()
		.returning(sql<Date>`clock_timestamp()`.as("beganAt"))
		.executeTakeFirstOrThrow();
}

/** A list that was asked for. */
export interface AskedList {
	/** The time of the request: changes after this time may be missing from the list. */
	startedAt: Date;
	/** `startedAt` in database time. */
	beganAt: Date;
	list: MovementList;
	timeZone: string;
}

/** The list as it was read. */
export interface ReadList extends AskedList {
	/** Readable lines. */
	seen: number;
	digest: string;
	chunkCount: number;
	rowsRead: number;
}

export interface MergeCounts {
	unreadable: number;
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
	read: WalletKey & ReadList,
	merged: MergeCounts,
): Promise<{ mayBeCut: boolean }> {
	const standing = sql<number>`mirror_rows + ${merged.standing}`;
	const sync = await trx
		.updateTable("movement_sync")
		.set(noted(read))
		.set((eb) => ({
			rows_seen: read.seen,
			mirror_rows: standing,
			withdrawn_rows: eb("withdrawn_rows", "+", merged.withdrawn),
			version: merged.version,
			body_digest: read.digest,
			unreadable_lines: merged.unreadable,
			may_be_cut: sql<boolean>`${standing} - ${merged.spared + merged.missed}::integer > ${read.seen}::integer`,
			last_movement_id: merged.lastId ?? eb.ref("last_movement_id"),
			...{ chunked: true, spared_lines: merged.spared, missed_lines: merged.missed },
			...{ rows_read: read.rowsRead, rows_skipped: read.seen + merged.unreadable - read.rowsRead },
			...{ chunks: read.chunkCount, compared_whole: merged.comparedWhole },
		}))
		.where(ofWallet(read))
		.returning("may_be_cut")
		.executeTakeFirstOrThrow();
	return { mayBeCut: sync.may_be_cut };
}

/** `rows`: the lines of the list, readable or not, none of which was read again. */
export async function noteUnchanged(connection: Database, asked: WalletKey & AskedList, rows: number): Promise<void> {
	await connection
		.updateTable("movement_sync")
		.set(noted(asked))
		.set({ rows_read: 0, rows_skipped: rows, compared_whole: false })
		.where(ofWallet(asked))
		.execute();
}

/** The columns that every list without a fault sets. */
function noted({ startedAt, beganAt, list, timeZone }: AskedList) {
	return {
		...{ synced_at: startedAt, began_at: beganAt, ended_at: sql<Date>`clock_timestamp()` },
		...{ etag: list.etag, bytes_read: list.bytes, days_zone: timeZone, arriving_from_id: null, fault: null },
	};
}

/** Marks a wallet that was never synced as synced at `at`, with all lines of its mirror. */
export async function markSynced(database: Database, { environment, currency }: WalletKey, at: Date): Promise<void> {
	await sql`
		insert into movement_sync (environment, currency, started_at, synced_at, rows_seen, mirror_rows, last_movement_id)
		select ${environment}, ${currency}, ${at}::timestamptz, ${at}::timestamptz, count(*), count(*), coalesce(max(id), 0)
		from movement where ${ofWallet({ environment, currency })}
		on conflict do nothing`.execute(database);
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

export async function noteFault(connection: Database, mirror: WalletKey, fault: ErrorCode): Promise<void> {
	await connection.updateTable("movement_sync").set({ fault }).where(ofWallet(mirror)).execute();
}

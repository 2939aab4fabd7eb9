import { sql } from "kysely";
import type { ErrorCode } from "#lib/error-codes.ts";
import type { SystemContext } from "#server/context.ts";
import { AppError, appErrorOf, ServiceError } from "#server/errors.ts";
import type { Database } from "#server/store/database.ts";
import { publishUpdate } from "#server/store/live-updates.ts";
import { ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";
import { requireOwnWallet } from "#server/wallets/balance-readings.ts";
import { mergeStagedLines } from "#server/wallets/merge-lines.ts";
import { type Answer, changeOf, openAnswer, takeChunk, unreadableOf } from "#server/wallets/sync/answer.ts";
import { forgetChunks, readKept, readPacked, writeChunks } from "#server/wallets/sync/chunk-table.ts";
import { keepDays, refreshStatistics, sumDays } from "#server/wallets/sync/day-sums.ts";
import { addLines, findDifference } from "#server/wallets/sync/find-difference.ts";
import { fillDelta, stageAnswer, stageFresh } from "#server/wallets/sync/stage-answer.ts";
import { closeStaging, emptyStaging, openStaging } from "#server/wallets/sync/staging.ts";
import {
	type AskedList,
	forgetArriving,
	lockMirror,
	noteArrived,
	noteFault,
	noteStart,
	noteUnchanged,
	readSyncTimes,
	type SyncStart,
} from "#server/wallets/sync-row.ts";

export interface SyncResult {
	/** Readable lines in the service's answer. */
	seen: number;
	added: number;
	fault: ErrorCode | null;
}

/**
 * Brings one wallet's mirror up to date with the service's array (docs/architecture.md, "Movements."). Returns null for a currency that is
 * not configured, or if another sync of this wallet is running. A list that breaks off changes nothing, but lines of a first list that have
 * arrived stay. Assumption: the array may be unsorted, repeat lines, or lack its oldest lines.
 */
export async function syncMovements(
	system: SystemContext,
	input: { currency: string; asked?: boolean },
	portions = DEFAULT_PORTIONS,
): Promise<SyncResult | null> {
	if (!system.config.walletCurrencies.includes(input.currency)) return null;
	// Staging table and lock belong to the session: one connection, but no transaction during the network wait.
	return system.database.connection().execute(async (connection) => {
		const lock = sql`7270402, hashtext(${`${system.config.environment}:${input.currency}`})`;
		const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${lock}) as taken`.execute(connection);
		if (!rows[0]?.taken) return null;
		try {
			return await syncLocked(system, connection, { ...input, portions });
		} finally {
			// Releases the lock first: if the tables cannot be dropped, the session must not return to the pool with the lock.
			await sql`select pg_advisory_unlock(${lock})`.execute(connection);
			await closeStaging(connection);
		}
	});
}

async function syncLocked(
	system: SystemContext,
	connection: Database,
	{ currency, asked, portions }: { currency: string; asked?: boolean; portions: Portions },
): Promise<SyncResult> {
	const wallet = { environment: system.config.environment, currency };
	const startedAt = system.clock.now();
	await forgetArriving(connection, { environment: wallet.environment, currencies: system.config.walletCurrencies });
	const before = await noteStart(connection, wallet, startedAt);
	let read: Read;
	try {
		// The list does not name its wallet.
		// guard: lines-of-our-wallet
		await requireOwnWallet(system, currency);
		const { timeZone } = system.config;
		const list = { etag: null, isUnchanged: false, bytes: 0 };
		const run = { ...wallet, startedAt, beganAt: before.beganAt, before, timeZone, list, portions };
		read = await readLines(system, connection, run);
	} catch (error) {
		if (!(error instanceof ServiceError || error instanceof AppError)) throw error;
		const fault = error instanceof AppError ? error.code : appErrorOf(error).code;
		await noteFault(connection, wallet, fault);
		read = { seen: 0, added: 0, fault, changed: fault !== before.fault };
	}
	const { changed, ...result } = read;
	system.log.info({ event: "movements_synced", currency, rows: result.added, code: result.fault });
	if (asked || changed) await publishUpdate(connection, { topic: "movements", id: currency });
	return result;
}

interface Read extends SyncResult {
	changed: boolean;
}

interface SyncRun extends WalletKey, AskedList {
	before: SyncStart;
	portions: Portions;
}

async function readLines(system: SystemContext, connection: Database, run: SyncRun): Promise<Read> {
	const { before, list } = run;
	await openStaging(connection);
	// A line that one list lacked is withdrawn if the next list lacks it too, so after a missed line even an equal list is merged.
	const isLevel = before.chunked && before.synced_at !== null && before.missed_lines === 0;
	list.etag = await etagOf(system, run, isLevel);
	const answer = await readAnswer(system, connection, run);
	const digest = answer.order.digest("base64url");
	const faultChanged = before.fault !== null;
	if (list.isUnchanged || (isLevel && digest === before.body_digest)) {
		const seen = list.isUnchanged ? before.rows_seen : answer.seen;
		await noteUnchangedList(connection, run, seen + answer.unreadable);
		return { seen, added: 0, fault: null, changed: faultChanged };
	}
	const unreadable = await unreadableOf(answer, (digests) => readPacked(connection, run, digests));
	const comparison = await stageAnswer(connection, run, answer, {
		isChunked: before.chunked || answer.kept.size > 0,
		isSolid: before.synced_at === null || before.mirror_rows === before.rows_seen,
		hasSpared: before.spared_lines + before.missed_lines > 0,
	});
	const { seen, arrived, counted, rowsRead, chunks: chunkCount } = answer;
	const { added, withdrawn, returned, mayBeCut } = await mergeStagedLines(connection, {
		...{ ...run, comparison, chunks: changeOf(answer), now: system.clock.now() },
		...{ seen, arrived, counted, unreadable, digest, rowsRead, chunkCount },
	});
	const isOther = mayBeCut !== before.may_be_cut || unreadable.count !== before.unreadable_lines;
	const isFirst = before.synced_at === null;
	return {
		...{ seen, added: added + arrived, fault: null },
		changed: faultChanged || isOther || isFirst || added + withdrawn + returned > 0,
	};
}

/** Returns the ETag to send; null after a change of the balance, so that a list that the service wrongly calls unchanged is read. */
async function etagOf(system: SystemContext, { before, ...wallet }: SyncRun, isLevel: boolean): Promise<string | null> {
	if (!isLevel || before.etag === null || before.fault !== null) return null;
	const times = await readSyncTimes(system, wallet);
	return times.isStill ? before.etag : null;
}

/** Streams the array. Throws ServiceError `unknown` if the array has lines and none is readable. */
async function readAnswer(system: SystemContext, connection: Database, wallet: SyncRun): Promise<Answer> {
	const { currency, before, portions, list } = wallet;
	const answer = openAnswer(before.chunked ? await readKept(connection, wallet) : new Map());
	// A list that is read again after it broke off is not kept in parts: it may list a stored line in another chunk.
	const isFirst = before.synced_at === null && (await isEmpty(connection, wallet));
	for await (const chunk of system.service.streamMovements(currency, answer.known, list)) {
		takeChunk(answer, chunk, currency);
		const enough = answer.arrived === 0 ? portions.first : portions.later;
		if (isFirst && answer.freshLines >= enough) {
			await keepArriving(connection, { ...wallet, now: system.clock.now() }, answer);
		}
	}
	if (answer.seen === 0 && answer.unreadable > 0) {
		throw new ServiceError("unknown", "no_line_readable", { status: 200 });
	}
	return answer;
}

async function isEmpty(connection: Database, wallet: WalletKey): Promise<boolean> {
	const line = await connection.selectFrom("movement").select("id").where(ofWallet(wallet)).limit(1).executeTakeFirst();
	return line === undefined;
}

async function noteUnchangedList(connection: Database, run: SyncRun, rows: number): Promise<void> {
	await connection.transaction().execute(async (trx) => {
		if (run.before.days_zone !== run.timeZone) await sumDays(trx, run, run.timeZone);
		await noteUnchanged(trx, run, rows);
	});
}

/** Numbers of lines to store at once: few first, to show them soon, then many, to cost little. */
interface Portions {
	first: number;
	later: number;
}

const DEFAULT_PORTIONS: Portions = { first: 2_000, later: 20_000 };

/**
 * Stores the part of a wallet's first list that has arrived, so that people see it while the rest comes. The mirror holds only
 * earlier parts, to which the new lines are added; each commit stores the chunks of its lines.
 */
async function keepArriving(
	connection: Database,
	wallet: WalletKey & { now: Date; timeZone: string },
	answer: Answer,
): Promise<void> {
	const { fresh } = changeOf(answer);
	await emptyStaging(connection);
	await stageFresh(connection, answer);
	await sql`analyze movement_seen`.execute(connection);
	await fillDelta(connection);
	await connection.transaction().execute(async (trx) => {
		await sql`set local work_mem = '64MB'`.execute(trx);
		await sql`set local statement_timeout = '15min'`.execute(trx);
		const before = await lockMirror(trx, wallet);
		if (!before.chunked) await forgetChunks(trx, wallet);
		await findDifference(trx, wallet, { of: "added", isApart: await isApart(trx, wallet) });
		const lines = await addLines(trx, wallet);
		await keepDays(trx, wallet, { from: before.days_zone, timeZone: wallet.timeZone });
		await writeChunks(trx, wallet, { fresh, times: new Map() });
		await noteArrived(trx, wallet, lines);
		await publishUpdate(trx, { topic: "movements", id: wallet.currency });
	});
	for (const { digest, packed: _packed, ...chunk } of fresh) answer.kept.set(digest, chunk);
	answer.fresh.clear();
	answer.arrived += answer.freshLines;
	answer.freshLines = 0;
	answer.counted = await refreshStatistics(connection, {
		came: answer.arrived,
		counted: answer.counted,
		isWhole: false,
	});
}

/** True if no stored chunk overlaps the times of the staged lines, so that none of these lines can be in the mirror. */
async function isApart(connection: Database, wallet: WalletKey): Promise<boolean> {
	const { rows } = await sql<{ apart: boolean }>`
		select not exists (select from movement_chunk where ${ofWallet(wallet)}
			and oldest <= (select max(created_at) from movement_seen)
			and newest >= (select min(created_at) from movement_seen)) as apart`.execute(connection);
	return rows[0]?.apart ?? false;
}

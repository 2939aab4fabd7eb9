/** Stages an answer for comparison: the changed lines with their copies, or the whole list where that is not enough. */
import { sql } from "kysely";
import type { Database } from "#server/store/database.ts";
import { ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";
import { type Answer, changeOf } from "#server/wallets/sync/answer.ts";
import { readPacked } from "#server/wallets/sync/chunk-table.ts";
import type { Comparison } from "#server/wallets/sync/find-difference.ts";
import { emptyStaging, stageChunk } from "#server/wallets/sync/staging.ts";

// With more lines in changed chunks than this, or than half of the list, a full comparison costs no more.
const MOST_MOVED = 20_000;

export interface Base {
	isChunked: boolean;
	/** All lines of the mirror are in its stored chunks. */
	isSolid: boolean;
	/** The mirror still has lines that the last list lacked. */
	hasSpared: boolean;
}

export async function stageAnswer(
	connection: Database,
	wallet: WalletKey,
	answer: Answer,
	base: Base,
): Promise<Comparison> {
	await emptyStaging(connection);
	const near = base.isChunked && isSmall(answer) ? await stageNear(connection, wallet, answer, base) : null;
	if (near) return near;
	await emptyStaging(connection);
	await stageFresh(connection, answer);
	const kept = [...answer.times.keys()].filter((digest) => answer.kept.has(digest));
	await stageKept(connection, wallet, kept, (digest) => answer.times.get(digest) ?? 0);
	return { of: "whole" };
}

function isSmall(answer: Answer): boolean {
	const { fresh, times } = changeOf(answer);
	let moved = fresh.reduce((sum, { lines, times: copies }) => sum + lines * copies, 0);
	for (const [digest, now] of times) {
		const kept = answer.kept.get(digest);
		if (kept) moved += kept.lines * Math.abs(now - kept.times);
	}
	return moved <= Math.min(MOST_MOVED, answer.seen / 2);
}

/**
 * Stages the chunks that were added or removed, and the unchanged chunks that may hold copies of a changed line. Returns null if the result
 * could miss a change of the mirror, or if a full comparison costs no more.
 */
async function stageNear(
	connection: Database,
	wallet: WalletKey,
	answer: Answer,
	base: Base,
): Promise<Comparison | null> {
	const { times } = changeOf(answer);
	await stageFresh(connection, answer);
	const step = (digest: string) => (answer.times.get(digest) ?? 0) - (answer.kept.get(digest)?.times ?? 0);
	const more = [...times.keys()].filter((digest) => step(digest) > 0);
	const fewer = [...times.keys()].filter((digest) => step(digest) < 0);
	await stageKept(connection, wallet, more, step);
	for await (const { digest, packed } of readPacked(connection, wallet, fewer)) {
		await stageChunk(connection, "movement_gone", packed, { times: -step(digest) });
	}
	const over = fewer.filter((digest) => times.get(digest) === 0);
	const oldest = await readOldest(connection, wallet, over);
	if (!oldest.now || !(base.isSolid || (oldest.isReachKept && !base.hasSpared))) return null;
	await fillDelta(connection);
	const around = await findAround(connection, wallet, over);
	const lines = around.reduce((sum, digest) => sum + (answer.kept.get(digest)?.lines ?? 0), 0);
	if (lines > Math.min(MOST_MOVED, answer.seen / 2)) return null;
	const unstaged = (digest: string) => (answer.times.get(digest) ?? 0) - Math.max(0, step(digest));
	await stageKept(connection, wallet, around, unstaged);
	return { of: "near", oldest: oldest.now };
}

export async function stageFresh(connection: Database, answer: Answer): Promise<void> {
	for (const [index, { packed, times }] of changeOf(answer).fresh.entries()) {
		await stageChunk(connection, "movement_seen", packed, { times, chunk: index + 1 });
	}
}

async function stageKept(
	connection: Database,
	wallet: WalletKey,
	digests: readonly string[],
	copies: (digest: string) => number,
): Promise<void> {
	for await (const { digest, packed } of readPacked(connection, wallet, digests)) {
		await stageChunk(connection, "movement_seen", packed, { times: copies(digest) });
	}
}

/** Reads the oldest listed time, and whether it is no earlier than before: then no older line of the mirror is compared again. */
async function readOldest(connection: Database, wallet: WalletKey, over: readonly string[]) {
	const ours = ofWallet(wallet);
	const { rows } = await sql<{ now: string | null; is_reach_kept: boolean }>`
		select oldest_now::text as now, coalesce(oldest_now >= oldest_before, false) as is_reach_kept from (
			select least((select min(created_at) from movement_seen),
				(select min(oldest) from movement_chunk where ${ours} and digest <> all(${over}::text[]))) as oldest_now,
				(select min(oldest) from movement_chunk where ${ours}) as oldest_before) as reach`.execute(connection);
	return { now: rows[0]?.now ?? null, isReachKept: rows[0]?.is_reach_kept ?? false };
}

export async function fillDelta(connection: Database): Promise<void> {
	await sql`
		insert into movement_delta
		select created_at, type, amount, fee, sum(change)::integer from (
			select created_at, type, amount, fee, 1 as change from movement_seen
			union all select created_at, type, amount, fee, -1 from movement_gone) as moved
		group by created_at, type, amount, fee having sum(change) <> 0`.execute(connection);
	await sql`analyze movement_delta`.execute(connection);
}

async function findAround(connection: Database, wallet: WalletKey, over: readonly string[]) {
	const { rows } = await sql<{ digest: string }>`
		select digest from movement_chunk where ${ofWallet(wallet)}
			and digest <> all(${over}::text[])
			and exists (select from movement_delta where created_at between oldest and newest)`.execute(connection);
	return rows.map(({ digest }) => digest);
}

import { sql } from "kysely";
import type { SystemContext } from "#server/context.ts";
import { findBooksFrom, findChanges } from "#server/reconciliation/matching/find-changes.ts";
import { keepReconciled, readReconciled, rematch } from "#server/reconciliation/matching/rematch.ts";
import { proveDays } from "#server/reconciliation/prove-days.ts";
import { queueReconciliation } from "#server/reconciliation/queue-reconciliation.ts";
import { publishUpdate } from "#server/store/live-updates.ts";
import { lockWallet, readSyncRow } from "#server/wallets/sync-row.ts";

/**
 * Matches what changed in a wallet's mirror and payments; safe to repeat at any time. Returns null if there is nothing to match: the
 * mirror was never synced, or no payment of ours was sent.
 */
export async function reconcileWallet(
	system: SystemContext,
	{ currency }: { currency: string },
): Promise<{ touched: number; changed: number } | null> {
	const wallet = { environment: system.config.environment, currency };
	return system.database.transaction().execute(async (trx) => {
		await lockWallet(trx, wallet);
		await sql`set local statement_timeout = '15min'`.execute(trx);
		// Pairing many lines may take longer between two statements than the limit that ends a frozen worker's transaction.
		await sql`set local idle_in_transaction_session_timeout = '2min'`.execute(trx);
		// Reads the sync before the changes, because the next run starts from this sync. Syncs of a wallet run one at a time, and each
		// commits its newest line and mirror version with its rows, so no smaller number can appear later.
		const sync = await readSyncRow(trx, wallet);
		const kept = await readReconciled(trx, wallet);
		const books_from = kept?.books_from ?? (await findBooksFrom(trx, wallet));
		const { last_movement_id = "0", last_mirror_version = "0" } = kept ?? {};
		if (!sync.synced_at) return null;
		const now = system.clock.now();
		if (!books_from) {
			// Nothing is matched, but `proveDays` needs the wallet's row.
			await keepReconciled(trx, wallet, { books_from, last_movement_id, last_mirror_version }, now);
			return null;
		}
		const progress = { books_from, last_movement_id, last_mirror_version };
		const changes = await findChanges(trx, wallet, progress, sync.synced_at);
		const reach = { books_from, last_movement_id: sync.last_movement_id, last_mirror_version: sync.version };
		await keepReconciled(trx, wallet, reach, now);
		const changed = await rematch(trx, wallet, changes, { booksFrom: books_from, syncedAt: sync.synced_at, now });
		if (changed > 0) await publishUpdate(trx, { topic: "reconciliation", id: currency });
		return { touched: changes.length, changed };
	});
}

const RETRY_MS = 5_000;

/**
 * Matches a wallet and proves its days, one worker at a time; a second worker leaves a job for later and holds no connection. The
 * lock ends with its connection, at the latest after two minutes, so a sleeping worker cannot hold it. Both steps have locks and commits
 * of their own: a run that takes longer keeps its work and fails only at its end; the next run finds nothing left to do.
 */
export async function runReconciliation(
	system: SystemContext,
	{ currency }: { currency: string },
): Promise<"done" | "busy"> {
	return system.database.transaction().execute(async (turn) => {
		await sql`set local idle_in_transaction_session_timeout = '2min'`.execute(turn);
		const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(7270412,
			hashtext(${`${system.config.environment}:${currency}`})) as taken`.execute(turn);
		if (!rows[0]?.taken) {
			await queueReconciliation(turn, currency, { patient: true, delayMs: RETRY_MS });
			return "busy";
		}
		await reconcileWallet(system, { currency });
		await proveDays(system, { currency });
		return "done";
	});
}

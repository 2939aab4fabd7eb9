import { sql } from "kysely";
import type { SystemContext } from "#server/context.ts";
import { findBooksFrom, findChanges } from "#server/reconciliation/find-changes.ts";
import { keepReconciled, lockWallet, readReconciled, rematch } from "#server/reconciliation/rematch.ts";
import { tellChange } from "#server/store/changes.ts";
import { readSyncRow } from "#server/wallets/sync-row.ts";

export interface ReconcileResult {
	/** Types and amounts that were looked at. */
	touched: number;
	/** Lines and payments whose word changed. */
	changed: number;
}

/**
 * Matches what is new in a wallet's mirror, and in its payments, with each other; may run at any time and any number of times.
 * Null when there is nothing to reconcile yet: no mirror, or no payment of ours.
 */
export async function reconcileWallet(
	system: SystemContext,
	{ currency }: { currency: string },
): Promise<ReconcileResult | null> {
	const wallet = { environment: system.config.environment, currency };
	return system.database.transaction().execute(async (trx) => {
		await lockWallet(trx, wallet);
		await sql`set local statement_timeout = '15min'`.execute(trx);
		// How far the next run may begin from, read before the changes are. Syncs of one wallet take turns, and each tells its newest
		// line, and its version of the mirror, in the commit that writes them: nothing with a smaller number can still come.
		const sync = await readSyncRow(trx, wallet);
		const kept = await readReconciled(trx, wallet);
		const booksFrom = kept?.books_from ?? (await findBooksFrom(trx, wallet));
		if (!sync.synced_at || !booksFrom) return null;
		const now = system.clock.now();
		const reach = { lastMovementId: sync.last_movement_id, lastMirrorVersion: sync.version };
		const progress = {
			booksFrom,
			lastMovementId: kept?.last_movement_id ?? "0",
			lastMirrorVersion: kept?.last_mirror_version ?? "0",
		};
		const changes = await findChanges(trx, wallet, progress, sync.synced_at);
		await keepReconciled(trx, wallet, { ...reach, booksFrom }, now);
		const changed = await rematch(trx, wallet, changes, { booksFrom, syncedAt: sync.synced_at, now });
		if (changed > 0) await tellChange(trx, { topic: "reconciliation", id: currency });
		return { touched: changes.length, changed };
	});
}

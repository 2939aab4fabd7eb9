/** How a job comes to a sync: not more often than the service can bear, and no wish is lost. All through the database. */

import type { SystemContext } from "#server/context.ts";
import { tellChange } from "#server/store/changes.ts";
import { addJob, type Jobs } from "#server/store/queue.ts";
import { type SyncResult, syncMovements } from "#server/wallets/sync-movements.ts";
import { readSyncTimes } from "#server/wallets/sync-row.ts";

// A sync may take a fifth of the time; a service that needs minutes for its list is still asked once an hour.
const SPACING = 5;
const LONGEST_SPACING_MINUTES = 60;
// One that met a running sync looks again after this long.
const MET_MS = 5_000;

/** Null when it was put off, when another sync answered it, or for a currency that is not configured. */
export async function runMovementSync(system: SystemContext, wish: Jobs["sync_movements"]): Promise<SyncResult | null> {
	const { currency, asked, since } = wish;
	if (!system.config.walletCurrencies.includes(currency)) return null;
	const spacing = await readSpacing(system, currency, since);
	if (spacing.isAnswered) {
		if (asked) await tellChange(system.database, { topic: "movements", id: currency });
		return null;
	}
	const later = { ...wish, since: since ?? spacing.now };
	if (spacing.waitMs > 0) {
		await remember(system, later, spacing.waitMs);
		return null;
	}
	const result = await syncMovements(system, { currency, asked: asked ?? false });
	if (result === null) await remember(system, later, MET_MS);
	return result;
}

export interface Spacing {
	/** Until the next sync may begin. */
	waitMs: number;
	/** By the database's clock, with its microseconds. */
	now: string;
	/** A sync that began after the wish has ended well. */
	isAnswered: boolean;
}

/** Five times as long as the last good sync took, after its end; all by the database's clock. */
export async function readSpacing(system: SystemContext, currency: string, since?: string): Promise<Spacing> {
	const mirror = { environment: system.config.environment, currency };
	const share = { since, spacing: SPACING, longestMinutes: LONGEST_SPACING_MINUTES };
	const row = await readSyncTimes(system.database, mirror, share);
	return { waitMs: row.wait_ms, now: row.now, isAnswered: row.answered };
}

/** One waiting job for what people asked and one for the rest: the newest wish stands for those before it. */
async function remember(system: SystemContext, wish: Jobs["sync_movements"], delayMs: number): Promise<void> {
	const key = `sync_movements:later${wish.asked ? "_asked" : ""}:${wish.currency}`;
	await addJob(system.database, "sync_movements", wish, { key, delayMs });
}

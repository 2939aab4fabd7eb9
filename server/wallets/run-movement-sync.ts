/** Decides when a sync job runs: not too often for the service, but without losing a request. All state is in the database. */

import type { SystemContext } from "#server/context.ts";
import { addJob, type Jobs } from "#server/store/job-queue.ts";
import { publishUpdate } from "#server/store/live-updates.ts";
import { type SyncResult, syncMovements } from "#server/wallets/sync-movements.ts";
import { readSyncTimes, type SyncTimes } from "#server/wallets/sync-row.ts";

// Retry delay when another sync is running.
const BUSY_RETRY_MS = 5_000;

/** Returns null if no sync ran: postponed, not needed, answered by another sync, or for an unknown currency. */
export async function runMovementSync(system: SystemContext, job: Jobs["sync_movements"]): Promise<SyncResult | null> {
	const { currency, asked, since } = job;
	if (!system.config.walletCurrencies.includes(currency)) return null;
	const spacing = await readSpacing(system, currency, job);
	if (spacing.isAnswered) {
		if (asked) await publishUpdate(system.database, { topic: "movements", id: currency });
		return null;
	}
	if (job.regular && spacing.mayRest) return null;
	const later = { ...job, since: since ?? spacing.now };
	if (spacing.waitMs > 0) {
		await postpone(system, later, spacing.waitMs);
		return null;
	}
	const result = await syncMovements(system, { currency, asked: asked ?? false });
	if (result === null) await postpone(system, later, BUSY_RETRY_MS);
	return result;
}

/** `mayRest`: the last list is less than an hour old and the next is expected to be equal, so a regular sync may be skipped. */
export async function readSpacing(
	system: SystemContext,
	currency: string,
	{ asked = false, since }: { asked?: boolean; since?: string },
) {
	const wallet = { environment: system.config.environment, currency };
	const { now, isAnswered, isStill, ...last } = await readSyncTimes(system, wallet, since);
	const mayRest = isStill && last.ageMs !== null && last.ageMs < LONGEST_WAIT_MS;
	return { now, isAnswered, mayRest, waitMs: waitMsAfter(last, asked) };
}

/** Keeps one waiting job for requests with `asked` and one for the others; the newest request replaces earlier ones. */
async function postpone(system: SystemContext, job: Jobs["sync_movements"], delayMs: number): Promise<void> {
	const key = `sync_movements:later${job.asked ? "_asked" : ""}:${job.currency}`;
	await addJob(system.database, "sync_movements", job, { key, delayMs });
}

/** The longest wait: a service whose list takes minutes, or is long and uncompressed, is still asked once an hour. */
export const LONGEST_WAIT_MS = 3_600_000;
// A sync waits five times as long as the previous sync took.
const SPACING = 5;
// Lists that nobody asked for may take one percent of a line of 4 Mbit/s; in bytes per millisecond.
const BYTES_A_MS = 400_000_000 / 86_400_000;

/** `asked`: a person or a payment of unknown outcome waits for the list. */
export function waitMsAfter(
	{ ageMs, tookMs, bytes }: Pick<SyncTimes, "ageMs" | "tookMs" | "bytes">,
	asked: boolean,
): number {
	if (ageMs === null) return 0;
	const spacing = Math.max(SPACING * tookMs, asked ? 0 : bytes / BYTES_A_MS);
	// The age is negative after the database's clock was set back; it then counts as zero, so that the wait does not grow.
	return Math.max(0, Math.ceil(Math.min(spacing, LONGEST_WAIT_MS) - Math.max(0, ageMs)));
}

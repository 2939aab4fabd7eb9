/** The sandbox's part of the database: level, and with a past when it has none yet. */
import type { Pool } from "pg";
import { openControlState } from "#server/sandbox/control-state.ts";
import { migrateSandbox, sandboxDatabase } from "#server/sandbox/open-store.ts";
import { seedSandbox } from "#server/sandbox/seed-sandbox.ts";

// Another number, another past; the same for everybody, so that a picture in the documentation can be found again.
const SEED = 2026;
const DAYS = 90;

export async function prepareSandbox(pool: Pool, now: Date): Promise<void> {
	const database = sandboxDatabase(pool);
	await migrateSandbox(database);
	// Payers who answer by themselves, at the pace of life.
	await openControlState(database, { autopilot: true, speed: 1 }, Date.now);
	await seedSandbox(database, { now, seed: SEED, days: DAYS });
}

/** Migrates a database and grants web and worker their rights, or explains in one sentence why not. */

import { setTimeout as pause } from "node:timers/promises";
import { foreseeMigration } from "#server/backup/foresee-migration.ts";
import { withDeskDatabase } from "#server/cli/launcher/desk-database.ts";
import { say } from "#server/cli/launcher/terminal.ts";
import { UserFacingError } from "#server/errors.ts";
import { type Database, withDatabase } from "#server/store/database.ts";
import { migrate } from "#server/store/migrate.ts";
import { describeLockHolders } from "#server/store/programs/lock-holders.ts";
import { requireNotNewer } from "#server/store/schema-version.ts";

/** Returns one line about what `migrateDatabase` will do. Changes nothing. Throws a UserFacingError. */
export async function foreseenLine(databaseUrl: string): Promise<string> {
	return withDatabase(databaseUrl, { application_name: "cauri-migrate", max: 1 }, async (database) => {
		await requireNotNewer(database);
		const { files, rows, bytes, seconds, databaseBytes } = await foreseeMigration(database);
		const size = (of: number) => `${Math.ceil(of / 1e6)} MB`;
		if (files.length === 0) return `Nothing to migrate. The database has ${size(databaseBytes)}.`;
		return `To migrate: ${files.join(", ")}. They name tables of ${rows} rows and ${size(bytes)}, of ${size(databaseBytes)} in all: about ${seconds} s, reckoned.`;
	}).catch(notMigrated);
}

interface MigrationLimits {
	/** The longest wait for a lock: behind it everybody else waits for that table too. */
	lockMs: number;
	tries: number;
	/** The pause between two tries, for the work that waited meanwhile. */
	restMs: number;
}

/** Two minutes in all. */
const LIMITS: MigrationLimits = { lockMs: 5_000, tries: 20, restMs: 1_000 };
/** The longest time that a timer counts: the index of a big table may take hours. */
const NO_LIMIT_MS = 2_147_483_647;
/** Lock not available; deadlock. */
const LOCKED = ["55P03", "40P01"];

/**
 * Tries again, and says so, while another connection holds a lock. `separated`: the roles of web and worker have their rights;
 * false when this account may not create them.
 */
export async function migrateDatabase(databaseUrl: string, limits = LIMITS): Promise<{ separated: boolean }> {
	const options = {
		application_name: "cauri-migrate",
		options: `-c synchronous_commit=on -c timezone=UTC -c jit=off -c statement_timeout=0 -c lock_timeout=${limits.lockMs}`,
		statement_timeout: false,
		silentMs: NO_LIMIT_MS,
	} as const;
	return withDatabase(databaseUrl, options, async (database, pool) => {
		for (let tried = 1; ; tried += 1) {
			const done = await migrate(database, pool, () => say(WATCHING)).catch(onlyLocks);
			if (done) return done;
			const holders = (await describeLockHolders(database)) || "who held it has let go";
			if (tried >= limits.tries)
				throw new UserFacingError(
					`The database could not be migrated: a lock was not free in ${tried} tries (${holders}). No file is half applied. End what holds it, or try later: npm run migrate.`,
				);
			say(`Waiting for a lock, try ${tried} of ${limits.tries}: ${holders}.`);
			await pause(limits.restMs);
		}
	}).catch(notMigrated);
}

/** Opens the desk's database for a tool, migrated. */
export function withMigratedDatabase<T>(
	env: NodeJS.ProcessEnv,
	program: string,
	run: (database: Database) => Promise<T>,
): Promise<T> {
	return withDeskDatabase(env, { program }, async (url) => {
		await migrateDatabase(url);
		return withDatabase(url, { application_name: `cauri-${program}`, max: 2 }, run);
	});
}

function notMigrated(cause: NodeJS.ErrnoException): never {
	if (cause instanceof UserFacingError) throw cause;
	const reason = cause.message || cause.code;
	throw new UserFacingError(`The database could not be migrated: ${reason}`, { cause });
}

const WATCHING =
	"A program that is too old for this migration gave a sign of life a moment ago; checking whether it still runs …";

/** Null for a lock that was not free in time. */
function onlyLocks(error: unknown): null {
	if (LOCKED.includes(String((error as { code?: unknown }).code))) return null;
	throw error;
}

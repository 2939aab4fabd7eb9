import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { withDeskDatabase } from "#server/cli/launcher/desk-database.ts";
import { say } from "#server/cli/launcher/terminal.ts";
import { UserFacingError } from "#server/errors.ts";
import { type Database, withDatabase } from "#server/store/database.ts";
import { migrate } from "#server/store/migrate.ts";
import { describeLockHolders } from "#server/store/programs/lock-holders.ts";
import {
	DESK_MIGRATIONS,
	readMigrationFiles,
	readSchemaVersion,
	requireNotNewer,
	requireOwnSchema,
} from "#server/store/schema-version.ts";

// The speed of a slow cloud disk.
const BYTES_A_SECOND = 50_000_000;

/**
 * Returns a line about the missing migrations: the rows and bytes of the tables that they name, by PostgreSQL's statistics, and the
 * time to rewrite these bytes once, plus a second per file. Changes nothing. Throws a
 * UserFacingError when the database cannot be read or is newer.
 */
export async function predictedLine(databaseUrl: string): Promise<string> {
	return withDatabase(databaseUrl, { application_name: "cauri-migrate", max: 1 }, async (database) => {
		await requireNotNewer(database);
		const { missing } = await readSchemaVersion(database);
		const files = (await readMigrationFiles(DESK_MIGRATIONS)).filter(({ name }) => missing.includes(name));
		const words = [...new Set(files.flatMap(({ text }) => text.match(/\b[a-z][a-z_]+\b/g) ?? []))];
		const { rows: found } = await sql<{ rows: number; bytes: number; all: number }>`
			select coalesce(sum(greatest(reltuples, 0)), 0)::float as rows, coalesce(sum(pg_total_relation_size(oid)), 0)::float as bytes,
				pg_database_size(current_database())::float as all
			from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname = any(${words}::text[])`.execute(
			database,
		);
		const { rows = 0, bytes = 0, all = 0 } = found[0] ?? {};
		const size = (of: number) => `${Math.ceil(of / 1e6)} MB`;
		if (missing.length === 0) return `Nothing to migrate. The database has ${size(all)}.`;
		const seconds = missing.length + Math.ceil(bytes / BYTES_A_SECOND);
		return `To migrate: ${missing.join(", ")}. Their tables have ${rows} rows and ${size(bytes)}, of ${size(all)} in all; estimated time: ${seconds} s.`;
	}).catch(notMigrated);
}

interface MigrationLimits {
	/** The longest wait for a lock. Meanwhile every other statement on that table waits behind it. */
	lockMs: number;
	tries: number;
	restMs: number;
}

const LIMITS: MigrationLimits = { lockMs: 5_000, tries: 20, restMs: 1_000 };
/** The longest time of a Node timer: a migration may build the index of a big table for hours without an answer. */
const NO_LIMIT_MS = 2_147_483_647;
/** PostgreSQL's codes for a lock that was not free in time and for a deadlock. */
const LOCKED = ["55P03", "40P01"];

/**
 * Migrates, and tries again while another connection holds a lock. `separated`: false when the roles of web and worker are missing
 * because this account may not create them.
 */
export async function migrateDatabase(
	databaseUrl: string,
	signal?: AbortSignal,
	limits: MigrationLimits = LIMITS,
): Promise<{ separated: boolean }> {
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
			const holders = (await describeLockHolders(database)) || "its holder has released it";
			if (tried >= limits.tries)
				throw new UserFacingError(
					`The database could not be migrated: a lock was not free in ${tried} tries (${holders}). No file is half applied. End what holds it, or try later: npm run migrate.`,
				);
			say(`Waiting for a lock, try ${tried} of ${limits.tries}: ${holders}.`);
			await pause(limits.restMs, undefined, { signal });
		}
	}).catch(notMigrated);
}

/**
 * Calls `run` with a database of this version. With `creates`, an empty one is migrated first; one of an earlier version never is.
 * Throws a UserFacingError for any other database.
 */
export function withOwnDatabase<T>(
	env: NodeJS.ProcessEnv,
	{ program, creates = false }: { program: string; creates?: boolean },
	run: (database: Database) => Promise<T>,
): Promise<T> {
	return withDeskDatabase(env, { program, creates }, (url) =>
		withDatabase(url, { application_name: `cauri-${program}`, max: 2 }, async (database) => {
			const { applied } = await readSchemaVersion(database).catch(notReached);
			if (creates && applied.length === 0) await migrateDatabase(url);
			await requireOwnSchema(database);
			return run(database);
		}),
	);
}

function notReached(cause: NodeJS.ErrnoException): never {
	const reason = cause.message || cause.code;
	throw new UserFacingError(`The database of DATABASE_URL cannot be used: ${reason}.`, { cause });
}

/** Node's codes for connection errors, and PostgreSQL's for a rejected account or password and an unknown database. */
const UNREACHED = /^(E[A-Z]+|28\w{3}|3D000)$/;

function notMigrated(cause: NodeJS.ErrnoException): never {
	if (cause instanceof UserFacingError) throw cause;
	if (UNREACHED.test(cause.code ?? "")) notReached(cause);
	const reason = cause.message || cause.code;
	throw new UserFacingError(`The database could not be migrated: ${reason}`, { cause });
}

const WATCHING =
	"A program that is too old for this migration sent a heartbeat a moment ago; checking whether it still runs …";

/** Returns null for an error about a lock, which a retry may avoid; rethrows any other error. */
function onlyLocks(error: unknown): null {
	if (LOCKED.includes(String((error as { code?: unknown }).code))) return null;
	throw error;
}

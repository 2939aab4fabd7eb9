import { readdir, readFile } from "node:fs/promises";
import { type Kysely, sql } from "kysely";
import { UserFacingError } from "#server/errors.ts";
import { DIRECT } from "#server/store/database.ts";
import manifest from "../../package.json" with { type: "json" };

/** The first file of versions before 0.1.0, which were never released and cannot be migrated. */
export const UNRELEASED = "0001-ground";

export interface SchemaVersion {
	applied: string[];
	missing: string[];
	/** Applied migrations of a newer version, unknown to us. */
	unknown: string[];
	own: string;
}

export async function readSchemaVersion<T>(database: Kysely<T>): Promise<SchemaVersion> {
	const own = (await readMigrationFiles(DESK_MIGRATIONS)).map(({ name }) => name);
	const applied = await readApplied(database);
	return {
		applied,
		missing: own.filter((name) => !applied.includes(name)),
		unknown: applied.filter((name) => !own.includes(name)),
		own: own.at(-1) ?? "nothing",
	};
}

/** The major versions of PostgreSQL on which Cauri is tested, both included. */
export const POSTGRES = { first: 15, last: 18 };

/** Returns a sentence when Cauri does not run on this server; null when it does. `number`: `server_version_num`. */
export function serverFault(version: string, number: number): string | null {
	const other = /cockroach|yugabyte|redshift|materialize|spanner/i.exec(version)?.[0];
	if (other)
		return `Cauri runs on PostgreSQL ${POSTGRES.first} to ${POSTGRES.last}; this is ${other}, which lacks what it relies on.`;
	const major = Math.floor(number / 10_000);
	if (major >= POSTGRES.first) return null;
	return `Cauri runs on PostgreSQL ${POSTGRES.first} to ${POSTGRES.last}; this is ${major}. Upgrade the server first.`;
}

async function requirePostgres<T>(database: Kysely<T>): Promise<void> {
	const { rows } = await sql<{ version: string; number: number }>`
		select version() as version, current_setting('server_version_num')::int as number`.execute(database);
	const fault = serverFault(rows[0]?.version ?? "", rows[0]?.number ?? 0);
	if (fault) throw new UserFacingError(fault);
}

/** Programs of 0.1.0 and newer can run with a migration `0020-noun.from-0.1.0`; without `.from-`, only those of this version can. */
const LEAST = /\.from-(\d+\.\d+\.\d+)$/;

export function letsEarlierRun(migration: string): boolean {
	return LEAST.test(migration);
}

/** Returns the oldest version whose programs can run on a database with this migration. */
export function leastVersion(migration: string): string {
	return LEAST.exec(migration)?.[1] ?? manifest.version;
}

export function isAtLeast(version: string, least: string): boolean {
	const numbers = (text: string) => text.split(".").map((part) => Number.parseInt(part, 10));
	const [own, wanted] = [numbers(version), numbers(least)];
	const place = wanted.findIndex((number, at) => number !== own[at]);
	return place === -1 || (own[place] ?? 0) > (wanted[place] ?? 0);
}

/** Returns a sentence when the schema is newer than ours and programs of `version` can still run on it; else null. */
export function newerSchema({ unknown, own }: SchemaVersion, version: string = manifest.version): string | null {
	const fits = unknown.every((name) => letsEarlierRun(name) && isAtLeast(version, leastVersion(name)));
	if (unknown.length === 0 || !fits) return null;
	return `This database has a newer schema (${unknown.at(-1)}; this version ends at ${own}), which this version can run on. Bring this machine to the newer version soon.`;
}

/**
 * Checks the schema for a program that does not change it. Returns a sentence about a newer schema that this version can run on, or
 * null. Throws a UserFacingError when this version cannot run on the schema or the server.
 */
export async function requireOwnSchema<T>(database: Kysely<T>): Promise<string | null> {
	await requirePostgres(database);
	const schema = await readSchemaVersion(database);
	const newer = newerSchema(schema);
	if (newer === null) requireKnown(schema);
	if (schema.applied.length === 0)
		throw new UserFacingError("This database has no tables of Cauri yet: run npm run migrate, then start again.");
	if (schema.missing.length > 0)
		throw new UserFacingError(
			`This database is older than this version of Cauri (missing: ${schema.missing.join(", ")}): run npm run backup and npm run migrate, then start again.`,
		);
	return newer;
}

/** For a program that may migrate the database. Throws a UserFacingError when a newer version has migrated it, or for an unfit server. */
export async function requireNotNewer<T>(database: Kysely<T>): Promise<void> {
	await requirePostgres(database);
	requireKnown(await readSchemaVersion(database));
}

export function requireKnown({ applied, unknown, own }: SchemaVersion): void {
	if (unknown.length === 0) return;
	if (applied.includes(UNRELEASED))
		throw new UserFacingError(
			"This database is from before Cauri 0.1.0, and this version cannot use it. Export what you need with the version that made it, then start again with an empty database and an empty DATA_DIR.",
		);
	throw new UserFacingError(
		`This database was migrated by a newer version of Cauri (${unknown.at(-1)}; this one ends at ${own}): use that version, or restore a backup of this version into an empty database.`,
	);
}

async function readApplied<T>(database: Kysely<T>): Promise<string[]> {
	const { rows: found } = await sql<{ there: boolean }>`
		select to_regclass('kysely_migration') is not null as there`.execute(database);
	if (!found[0]?.there) return [];
	const { rows } = await sql<{ name: string }>`
		select name from kysely_migration order by name collate "C"`.execute(database);
	return rows.map(({ name }) => name);
}

export const DESK_MIGRATIONS = new URL("./migrations/", import.meta.url);

export async function readMigrationFiles(folder: URL): Promise<{ name: string; text: string }[]> {
	const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
	return Promise.all(
		names.map(async (name) => ({
			name: name.replace(/\.sql$/, ""),
			text: await readFile(new URL(name, folder), "utf8"),
		})),
	);
}

/**
 * Throws a UserFacingError when the connection goes through a pooler that no setting names, or when a connection through a named
 * pooler lacks the settings that the migration gives to the roles.
 */
export async function requireSettled<T>(database: Kysely<T>, isPooled = false): Promise<void> {
	const { rows } = await sql<{ direct: string | null; commit: string; zone: string; limit: string }>`
		select current_setting(${DIRECT}, true) as direct, current_setting('synchronous_commit') as commit,
			current_setting('timezone') as zone, current_setting('statement_timeout') as limit`
		.execute(database)
		.catch((error: Error) => {
			throw /unsupported startup parameter/.test(error.message) ? new UserFacingError(UNNAMED_POOLER) : error;
		});
	const [found] = rows;
	if (!isPooled && found?.direct !== "yes") throw new UserFacingError(UNNAMED_POOLER);
	if (isPooled && (found?.commit !== "on" || found.zone !== "UTC" || found.limit === "0"))
		throw new UserFacingError(UNSETTLED_ROLE);
}

const UNNAMED_POOLER =
	"A pooler stands between Cauri and PostgreSQL, and drops the settings of a connection: set DATABASE_DIRECT_URL to PostgreSQL's own address.";
const UNSETTLED_ROLE =
	"Through the pooler a connection lacks its settings: give the web program the role cauri_web by DATABASE_WEB_URL, and run npm run migrate as an account that may set them.";

/** Is a database's schema this version's own? Told by the migrations that it has seen. */
import { type Kysely, sql } from "kysely";
import { DESK_MIGRATIONS, readMigrationFiles } from "#server/store/migration-files.ts";

export interface SchemaVersion {
	/** What the database has seen, in order. */
	applied: string[];
	/** Ours that it has not seen. */
	missing: string[];
	/** Of a newer version: it has seen them, and we do not know them. */
	unknown: string[];
	/** Our last. */
	own: string;
}

/** A sentence for people: the database is not this version's. */
export class SchemaError extends Error {
	override readonly name = "SchemaError";
}

/** Throws when the database cannot be reached. */
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

/** For programs that use the database and do not change its schema. Throws a SchemaError. */
export async function demandOwnSchema<T>(database: Kysely<T>): Promise<void> {
	const schema = await readSchemaVersion(database);
	demandKnown(schema);
	if (schema.applied.length === 0)
		throw new SchemaError("This database holds no tables of Cauri yet: run npm run migrate, then start again.");
	if (schema.missing.length > 0)
		throw new SchemaError(
			`This database is older than this version of Cauri (${schema.missing.join(", ")} is still to come): run npm run backup and npm run migrate, then start again.`,
		);
}

/** For programs that may bring the database level. Throws a SchemaError. */
export async function demandNotNewer<T>(database: Kysely<T>): Promise<void> {
	demandKnown(await readSchemaVersion(database));
}

function demandKnown({ unknown, own }: SchemaVersion): void {
	if (unknown.length === 0) return;
	throw new SchemaError(
		`This database was brought level by a newer version of Cauri (${unknown.at(-1)}; this one ends at ${own}): start that version, or put a backup of this one back in an empty database.`,
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

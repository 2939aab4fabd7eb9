import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { restoreBackup } from "#server/backup/restore-backup.ts";
import { writeBackup } from "#server/backup/write-backup.ts";
import { forgetUnreleasedDemo } from "#server/cli/launcher/prepare-demo.ts";
import { openDatabase, withDatabase } from "#server/store/database.ts";
import { startEmbeddedPostgres } from "#server/store/embedded/embedded-postgres.ts";
import { applySqlFiles, migrate } from "#server/store/migrate.ts";
import { DESK_MIGRATIONS, requireOwnSchema } from "#server/store/schema-version.ts";
import { repackBackup } from "#tests/integration/server/backup/repack-backup.ts";
import { createEmptyDatabase, dropEmptyDatabases } from "#tests/support/database/empty-database.ts";
import { COMPLETE } from "#tests/support/programs/complete-environment.ts";
import { freePort } from "#tests/support/programs/free-port.ts";
import { launchProgram } from "#tests/support/programs/launch-program.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

dropEmptyDatabases();
const urls: Record<string, string> = {};

beforeAll(async () => {
	urls.empty = (await createEmptyDatabase()).url;
	const older = await createEmptyDatabase();
	await applySqlFiles(older.database, DESK_MIGRATIONS, { last: "0010-audit" });
	urls.older = older.url;
	const newer = await createEmptyDatabase();
	await migrate(newer.database, newer.pool);
	await newer.pool.query("insert into kysely_migration values ('9999-newer', 'now')");
	urls.newer = newer.url;
	urls.unreleased = (await createUnreleasedDatabase()).url;
});

/** A database as versions before 0.1.0 left it, as far as the check reads it. */
async function createUnreleasedDatabase(...settings: string[]) {
	const made = await createEmptyDatabase();
	await made.pool.query(`
		create table kysely_migration (name text primary key, timestamp text not null);
		insert into kysely_migration values ('0001-ground', 'now');
		create table setting (name text primary key)`);
	for (const name of settings) await made.pool.query("insert into setting values ($1)", [name]);
	return made;
}

/** Starts a program with everything that it needs; the build only looks finished. */
async function launch(program: string, databaseUrl: string, args: string[] = [], more: Record<string, string> = {}) {
	const folder = temporaryFolder();
	writeFileSync(join(folder, "BUILD_ID"), "test");
	const env = {
		...COMPLETE,
		DATABASE_URL: databaseUrl,
		DATA_DIR: join(folder, "data"),
		NEXT_DIST_DIR: folder,
		PORT: String(await freePort()),
		...more,
	};
	return launchProgram(`server/cli/${program}.ts`, env, args);
}

const SENTENCES: [string, RegExp][] = [
	["empty", /^This database has no tables of Cauri yet: run npm run migrate, then start again\.$/],
	[
		"older",
		/^This database is older than this version of Cauri \(missing: 0011-service-record[^)]*\): .*npm run migrate.*\.$/,
	],
	[
		"unreleased",
		/^This database is from before Cauri 0\.1\.0, and this version cannot use it\. Export .*, then start again with .*\.$/,
	],
	["newer", /^This database was migrated by a newer version of Cauri \(9999-newer; this one ends at .*\): .*\.$/],
];

test.each(SENTENCES)("a database that is %s is refused with one sentence", async (which, sentence) => {
	const refused = await withDatabase(urls[which] ?? "", {}, requireOwnSchema).catch(({ message }: Error) => message);
	expect(refused).toMatch(sentence);
});

test.each([
	["web", "empty"],
	["worker", "older"],
	["migrate", "newer"],
	["start", "unreleased"],
	["member", "empty", "list"],
	["member", "older", "list"],
	["audit", "older", "verify"],
])("%s leaves a database that is %s alone, and says so", async (program, which, ...args) => {
	const refused = await launch(program, urls[which] ?? "", args);
	expect(await refused.ended).toBe(1);
	expect(refused.output().trim()).toMatch(Object.fromEntries(SENTENCES)[which] ?? /never/);
});

test("a password that the database refuses ends web and start at once", async () => {
	const { url } = await createEmptyDatabase();
	const wrong = Object.assign(new URL(url), { password: "wrong" }).href;
	const web = await launch("web", wrong);
	const start = await launch("start", url, [], { DATABASE_WEB_URL: wrong, BACKUP_RECIPIENTS: "age1" });
	expect([await web.ended, await start.ended]).toEqual([1, 1]);
	expect(web.output()).toMatch(/^The database refuses: password authentication failed for user .*$/m);
	expect(start.output()).toMatch(
		/^BACKUP_RECIPIENTS is not a variable of Cauri[\s\S]*^The database of DATABASE_WEB_URL .*: password authentication .*\.$/m,
	);
});

test.each([["member", "list"], ["audit", "verify"], ["backup"], ["migrate", "--check"]])(
	"%s makes no database in a folder that has none",
	async (program, ...args) => {
		const dataDir = temporaryFolder();
		const refused = launchProgram(`server/cli/${program}.ts`, { DATA_DIR: dataDir, DATABASE_URL: "" }, args);
		expect(await refused.ended).toBe(1);
		expect(refused.output().trim()).toBe(
			`${dataDir} has no database of Cauri. Set DATA_DIR to the folder that npm start uses.`,
		);
		expect(readdirSync(dataDir)).toEqual([]);
	},
);

test("a database in which the sandbox keeps its tables in a schema of its own is migrated", async () => {
	const { pool, database } = await createEmptyDatabase();
	await pool.query("create schema sandbox; create table sandbox.kysely_migration_lock (id text)");
	await migrate(database, pool);
	expect(await requireOwnSchema(database)).toBeNull();
});

test("a restore leaves a database from before 0.1.0 alone, and so does a backup from before 0.1.0 the database", async () => {
	const desk = await createEmptyDatabase();
	await migrate(desk.database, desk.pool);
	const written = { databaseUrl: desk.url, folder: temporaryFolder(), version: "0.1.0" };
	const { path } = await writeBackup(written);
	const restore = (databaseUrl: string, from: string) =>
		restoreBackup({ databaseUrl, path: from, replace: true, onWait: () => undefined });
	await expect(restore(urls.unreleased ?? "", path)).rejects.toThrow(Object.fromEntries(SENTENCES).unreleased);
	const old = join(temporaryFolder(), "old.tar.gz");
	await repackBackup(path, old, {
		manifest: (manifest) => ({ ...manifest, version: "0.1.0", migrations: ["0001-ground"] }),
	});
	await expect(restore(desk.url, old)).rejects.toThrow(
		/^This backup is from before Cauri 0\.1\.0 .*Use the version that made it\.$/,
	);
});

test.each([
	["a demo from before 0.1.0 is made anew, with what this machine knew of it", ["demo"], ["demo-session-password"]],
	[
		"a desk of that time is left as it is",
		[],
		["demo-session-password", "head", "journal", "unrecorded-outcomes.jsonl"],
	],
])("%s", async (_name, settings, kept) => {
	const { url, pool } = await createUnreleasedDatabase(...settings);
	const folder = temporaryFolder();
	for (const name of ["head", "journal", "unrecorded-outcomes.jsonl", "demo-session-password"])
		writeFileSync(join(folder, name), "kept");
	await forgetUnreleasedDemo(folder, url);
	expect(readdirSync(folder).sort()).toEqual(kept);
	if (settings.length > 0) await migrate(openDatabase(pool), pool);
	else expect((await pool.query("select name from kysely_migration")).rows).toEqual([{ name: "0001-ground" }]);
});

test("a cluster of another major PostgreSQL is not started: the way out is said", async () => {
	const folder = join(temporaryFolder(), "postgres");
	mkdirSync(join(folder, "data"), { recursive: true });
	writeFileSync(join(folder, "data", "PG_VERSION"), "17\n");
	await expect(startEmbeddedPostgres(folder)).rejects.toThrow(
		/is of PostgreSQL 17, this version of Cauri brings \d+: run npm run backup with the version of Cauri that made it, move .*postgres away, and run npm run restore with this one\.$/,
	);
});

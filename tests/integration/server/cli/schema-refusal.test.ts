import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { writeBackup } from "#server/backup/write-backup.ts";
import { forgetUnreleasedDemo } from "#server/cli/launcher/prepare-demo.ts";
import { openDatabase } from "#server/store/database.ts";
import { startEmbeddedPostgres } from "#server/store/embedded/embedded-postgres.ts";
import { applySqlFiles, migrate } from "#server/store/migrate.ts";
import { DESK_MIGRATIONS } from "#server/store/schema-version.ts";
import { repackBackup } from "#tests/integration/server/backup/repack-backup.ts";
import { createEmptyDatabase, dropEmptyDatabases } from "#tests/support/database/empty-database.ts";
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

/** A database as versions before 0.1.0 left it, in all that the check reads. */
async function createUnreleasedDatabase(...settings: string[]) {
	const made = await createEmptyDatabase();
	await made.pool.query(`
		create table kysely_migration (name text primary key, timestamp text not null);
		insert into kysely_migration values ('0001-ground', 'now');
		create table setting (name text primary key)`);
	for (const name of settings) await made.pool.query("insert into setting values ($1)", [name]);
	return made;
}

/** A program with all that it needs, a finished build by the look of it. */
async function launch(program: string, databaseUrl: string, args: string[] = []) {
	const folder = temporaryFolder();
	writeFileSync(join(folder, "BUILD_ID"), "test");
	const env = {
		MOMO_BASE_URL: "http://127.0.0.1:9/api/v1/",
		MOMO_API_KEY: "test-key",
		MOMO_API_SECRET: "test-secret",
		WALLET_CURRENCIES: "XOF",
		SESSION_PASSWORD: "a-session-password-of-the-tests-only",
		DATABASE_URL: databaseUrl,
		DATA_DIR: join(folder, "data"),
		NEXT_DIST_DIR: folder,
		PORT: String(await freePort()),
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

describe.each(["web", "worker"])("%s", (program) => {
	test.each(SENTENCES)("refuses a database that is %s with one sentence, and ends with 1", async (which, sentence) => {
		const refused = await launch(program, urls[which] ?? "");
		expect(await refused.ended).toBe(1);
		expect(refused.output().trim()).toMatch(sentence);
	});
});

describe.each(["migrate", "start"])("npm run %s", (program) => {
	test.each(SENTENCES.slice(2))(
		"leaves a database that is %s alone and says so in the same sentence",
		async (which, sentence) => {
			const refused = await launch(program, urls[which] ?? "");
			expect(await refused.ended).toBe(1);
			expect(refused.output().trim()).toMatch(sentence);
		},
	);
});

test("npm run restore leaves a database from before 0.1.0 alone, and so does a backup from before 0.1.0 the database", async () => {
	const desk = await createEmptyDatabase();
	await migrate(desk.database, desk.pool);
	const { path } = await writeBackup({
		databaseUrl: desk.url,
		folder: temporaryFolder(),
		version: "0.1.0",
		keep: null,
	});
	const refused = await launch("restore", urls.unreleased ?? "", [path, "--replace"]);
	expect(await refused.ended).toBe(1);
	expect(refused.output().trim()).toMatch(SENTENCES[2]?.[1] ?? /never/);

	const old = join(temporaryFolder(), "old.tar.gz");
	await repackBackup(path, old, {
		manifest: (manifest) => ({ ...manifest, version: "0.1.0", migrations: ["0001-ground"] }),
	});
	const toldOff = await launch("restore", desk.url, [old, "--replace"]);
	expect(await toldOff.ended).toBe(1);
	expect(toldOff.output().trim()).toMatch(
		/^This backup is from before Cauri 0\.1\.0 .*Use the version that made it\.$/,
	);
});

describe("a demo from before 0.1.0", () => {
	function folderWith(...names: string[]) {
		const folder = temporaryFolder();
		for (const name of names) writeFileSync(join(folder, name), "kept");
		return folder;
	}

	test("is made anew, with what this machine knew of it", async () => {
		const { url, pool } = await createUnreleasedDatabase("demo");
		const folder = folderWith("head", "journal", "unrecorded-outcomes.jsonl", "demo-session-password");
		await forgetUnreleasedDemo(folder, url);
		expect(readdirSync(folder)).toEqual(["demo-session-password"]);
		await migrate(openDatabase(pool), pool);
	});

	test("is told from a desk of that time, which is left as it is", async () => {
		const { url, pool } = await createUnreleasedDatabase();
		const folder = folderWith("head");
		await forgetUnreleasedDemo(folder, url);
		expect(readdirSync(folder)).toEqual(["head"]);
		expect((await pool.query("select name from kysely_migration")).rows).toEqual([{ name: "0001-ground" }]);
	});
});

test("a cluster of another major PostgreSQL is not started: the way out is said", async () => {
	const folder = join(temporaryFolder(), "postgres");
	mkdirSync(join(folder, "data"), { recursive: true });
	writeFileSync(join(folder, "data", "PG_VERSION"), "17\n");
	await expect(startEmbeddedPostgres(folder)).rejects.toThrow(
		/is of PostgreSQL 17, this version of Cauri brings \d+: run npm run backup with the version of Cauri that made it, move .*postgres away, and run npm run restore with this one\.$/,
	);
});

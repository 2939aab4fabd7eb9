import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { startEmbeddedPostgres } from "#server/store/embedded-postgres.ts";
import { applySqlFiles, migrate } from "#server/store/migrate.ts";
import { DESK_MIGRATIONS } from "#server/store/migration-files.ts";
import { createEmptyDatabase, dropEmptyDatabases } from "#tests/support/database/empty-database.ts";
import { launchProgram } from "#tests/support/programs/launch-program.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

dropEmptyDatabases();
const urls: Record<string, string> = {};

beforeAll(async () => {
	urls.empty = (await createEmptyDatabase()).url;
	const older = await createEmptyDatabase();
	await applySqlFiles(older.database, DESK_MIGRATIONS, { last: "0010-withdrawn-lines" });
	urls.older = older.url;
	const newer = await createEmptyDatabase();
	await migrate(newer.database, newer.pool);
	await newer.pool.query("insert into kysely_migration values ('9999-newer', 'now')");
	urls.newer = newer.url;
});

/** A program with all that it needs, a finished build by the look of it. */
function launch(program: string, databaseUrl: string) {
	const folder = temporaryFolder();
	writeFileSync(join(folder, "BUILD_ID"), "test");
	return launchProgram(`server/cli/${program}.ts`, {
		MOMO_BASE_URL: "http://127.0.0.1:9/api/v1/",
		MOMO_API_KEY: "test-key",
		MOMO_API_SECRET: "test-secret",
		WALLET_CURRENCIES: "XOF",
		SESSION_PASSWORD: "a-session-password-of-the-tests-only",
		DATABASE_URL: databaseUrl,
		DATA_DIR: join(folder, "data"),
		NEXT_DIST_DIR: folder,
		PORT: "0",
	});
}

const SENTENCES: [string, RegExp][] = [
	["empty", /^This database holds no tables of Cauri yet: run npm run migrate, then start again\.$/],
	[
		"older",
		/^This database is older than this version of Cauri \(0011-doubts-and-guards, .* is still to come\): .*npm run migrate.*\.$/,
	],
	["newer", /^This database was brought level by a newer version of Cauri \(9999-newer; this one ends at .*\): .*\.$/],
];

describe.each(["web", "worker"])("%s", (program) => {
	test.each(SENTENCES)("refuses a database that is %s with one sentence, and ends with 1", async (which, sentence) => {
		const refused = launch(program, urls[which] ?? "");
		expect(await refused.ended).toBe(1);
		expect(refused.output().trim()).toMatch(sentence);
	});
});

test("npm run migrate leaves a newer database alone and says so in the same sentence", async () => {
	const refused = launch("migrate", urls.newer ?? "");
	expect(await refused.ended).toBe(1);
	expect(refused.output().trim()).toMatch(SENTENCES[2]?.[1] ?? /never/);
});

test("a cluster of another major PostgreSQL is not started: the way out is said", async () => {
	const folder = join(temporaryFolder(), "postgres");
	mkdirSync(join(folder, "data"), { recursive: true });
	writeFileSync(join(folder, "data", "PG_VERSION"), "17\n");
	await expect(startEmbeddedPostgres(folder)).rejects.toThrow(
		/is of PostgreSQL 17, this version of Cauri brings \d+: run npm run backup with the version of Cauri that made it, move .*postgres away, and run npm run restore with this one\.$/,
	);
});

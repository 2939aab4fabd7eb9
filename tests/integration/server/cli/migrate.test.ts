import { expect, onTestFinished, test } from "vitest";
import { migrateDatabase, predictedLine } from "#server/cli/launcher/migrate-database.ts";
import { applySqlFiles, migrateDesk } from "#server/store/migrate.ts";
import { DESK_MIGRATIONS, readSchemaVersion } from "#server/store/schema-version.ts";
import { createEmptyDatabase, dropEmptyDatabases } from "#tests/support/database/empty-database.ts";
import { launchProgram } from "#tests/support/programs/launch-program.ts";

dropEmptyDatabases();
/** The last migration before those that alter `payment`. */
const LAST = "0010-audit";

/** A database of an earlier version, with an open transaction that reads `payment`. */
async function holdPayments() {
	const { database, pool, url } = await createEmptyDatabase();
	await applySqlFiles(database, DESK_MIGRATIONS, { last: LAST });
	const holder = await pool.connect();
	onTestFinished(() => holder.release());
	await holder.query("begin; set application_name = 'a-long-report'; select count(*) from payment");
	const applied = async () => (await readSchemaVersion(database)).applied.at(-1);
	return { url, holder, applied };
}

test("a database that cannot be reached is a sentence, before anything is migrated too", async () => {
	const program = launchProgram("server/cli/migrate.ts", { DATABASE_URL: "postgres://u:p@127.0.0.1:9/x" });
	expect(await program.ended).toBe(1);
	expect(program.output().trim()).toBe(
		"The database of DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:9.",
	);
});

test("what is mistyped, or asks for help, migrates nothing", async () => {
	const { database, url } = await createEmptyDatabase();
	for (const [words, code] of [
		[["--chekc"], 2],
		[["check"], 2],
		[["--help"], 0],
	] as const) {
		const program = launchProgram("server/cli/migrate.ts", { DATABASE_URL: url }, [...words]);
		expect(await program.ended).toBe(code);
		expect(program.output()).toContain("npm run migrate -- [--check]");
	}
	expect((await readSchemaVersion(database)).applied).toEqual([]);
});

test("what a migration will do is said before it begins: its files, their tables' rows and bytes, about how long", async () => {
	const { database, url } = await createEmptyDatabase();
	await applySqlFiles(database, DESK_MIGRATIONS, { last: "0006-wallets" });
	const line = await predictedLine(url);
	expect(line).toMatch(
		/^To migrate: 0007-\S+, .* Their tables have \d+ rows and [1-9]\d* MB, of [1-9]\d* MB in all; estimated time: \d\d s\.$/,
	);
	const [, files = "", seconds = ""] = /^To migrate: (.*?)\. Their.*time: (\d+) s\.$/.exec(line ?? "") ?? [];
	expect(Number(seconds)).toBeGreaterThanOrEqual(files.split(", ").length);
	await migrateDesk(database);
	expect(await predictedLine(url)).toMatch(/^Nothing to migrate\. The database has [1-9]\d* MB\.$/);
});

test("a lock that is let go meanwhile: migrate says what it waits for, and goes on", async () => {
	const { url, holder, applied } = await holdPayments();
	const program = launchProgram("server/cli/migrate.ts", { DATABASE_URL: url });
	await program.saying(
		/Waiting for a lock, try 1 of 20: a-long-report \(process \d+\) uses payment since [\d:]+ UTC\./,
	);
	expect(await applied()).toBe(LAST);
	await holder.query("commit");
	expect(await program.ended, program.output()).toBe(0);
	expect(program.output()).toContain("The database is up to date.");
});

test("Ctrl-C, which npm repeats, ends a migration that waits for a lock, and nothing is half done", async () => {
	const { url, holder, applied } = await holdPayments();
	const program = launchProgram("server/cli/migrate.ts", { DATABASE_URL: url });
	await program.saying(/Waiting for a lock, try 1 of 20/);
	program.kill("SIGINT");
	program.kill("SIGINT");
	expect(await program.ended, program.output()).toBe(1);
	expect(program.output()).toMatch(/Stopping …[\s\S]*The database could not be migrated: The operation was aborted/);
	expect(await applied()).toBe(LAST);
	await holder.query("commit");
});

test("a lock that is never let go ends the migration with a sentence, and nothing is half done", async () => {
	const { url, holder, applied } = await holdPayments();
	await expect(migrateDatabase(url, undefined, { lockMs: 50, tries: 2, restMs: 0 })).rejects.toThrow(
		/^The database could not be migrated: a lock was not free in 2 tries \(a-long-report \(process \d+\) uses payment .*npm run migrate\.$/,
	);
	expect(await applied()).toBe(LAST);
	const { rows } = await holder.query("select to_regclass('batch') as batch, to_regclass('program') as program");
	expect(rows).toEqual([{ batch: null, program: null }]);
	await holder.query("commit");
	await migrateDatabase(url, undefined, { lockMs: 50, tries: 2, restMs: 0 });
	expect(await applied()).not.toBe(LAST);
});

import { mkdirSync, readdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { verifyAudit } from "#server/audit/verify-audit.ts";
import { checkBackup } from "#server/backup/check-backup.ts";
import { readDeskTables, readMadeNames } from "#server/backup/desk-tables.ts";
import { restoreBackup } from "#server/backup/restore-backup.ts";
import { writeBackup } from "#server/backup/write-backup.ts";
import { migrate } from "#server/store/migrate.ts";
import { createEmptyDatabase, dropEmptyDatabases } from "#tests/support/database/empty-database.ts";
import { readAllRows } from "#tests/support/database/table-rows.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";
import { runCommand } from "#tests/support/programs/run-program.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

dropEmptyDatabases();
const desk = await openPaymentDesk();
const PROGRAM = "server/cli/backup.ts";

const write = (folder: string) => writeBackup({ databaseUrl: desk.url, folder, version: "0.1.0" });

/** Fills several parts of one table with every character that could break a text of lines and columns. */
async function fillMovements(rows: number): Promise<void> {
	await desk.pool.query(
		`insert into movement (environment, currency, type, amount, fee, created_at, occurrence, first_seen_at)
		select $1, 'XOF', 'deposit' || repeat(E'\\t\\n\\\\.\\\\N é😀', 20), n, 0.01, now() - n * interval '1 minute', 1, now()
		from generate_series(1, $2) as n`,
		[desk.system.config.environment, rows],
	);
}

beforeAll(async () => {
	const payout = await desk.approved();
	expect(await desk.send(payout)).toBe("attempted");
	await desk.approved();
	await desk.deposit({ note: 'Say "two", \\N and \\. – é😀' });
	await fillMovements(12_000);
});

test("every table and function that the migrations make is the desk's, and no other", async () => {
	const client = await desk.pool.connect();
	try {
		const { tables, foreign } = await readDeskTables(client);
		expect(foreign).toEqual([]);
		const made = await readMadeNames();
		expect(tables.map(({ name }) => name)).toEqual([...made.tables, "kysely_migration"].sort());
		const { rows } = await client.query(
			"select distinct proname::text as name from pg_proc where pronamespace = 'public'::regnamespace order by 1",
		);
		// A later migration drops this one; a database that a restore replaces may still have it.
		expect([...rows.map(({ name }) => name), "note_late_lines"].sort()).toEqual(made.functions.sort());
		expect(tables.filter(({ order }) => order.includes("::text")).map(({ name }) => name)).toEqual([]);
	} finally {
		client.release();
	}
});

describe("a backup of a desk at work", () => {
	test("is one moment of it, whatever is written meanwhile, and comes back row by row", async () => {
		const folder = temporaryFolder();
		let isWriting = true;
		const writing = (async () => {
			for (let round = 0; isWriting; round += 1) await (round % 2 === 0 ? desk.approved() : desk.deposit());
		})();
		const { path, manifest } = await write(folder).finally(() => {
			isWriting = false;
		});
		await writing;
		const there = await createEmptyDatabase();
		await restoreBackup({ databaseUrl: there.url, path, replace: false, onWait: () => undefined });

		const head = manifest.head?.entry ?? "0";
		const { rows: later } = await desk.pool.query("select count(*)::int as entries from audit_entry where id > $1", [
			head,
		]);
		expect(later[0].entries).toBeGreaterThan(0);
		expect((await verifyAudit(there.database, manifest.head)).missed).toBeNull();
		// Each move writes a payment and its history in one commit, so a snapshot has both or neither.
		const { rows: odd } = await there.pool.query(
			`select id from payment where version <> (select max(version) from payment_event where payment_id = payment.id)`,
		);
		expect(odd).toEqual([]);
	});

	test("of a desk at rest holds every row of every table as it is", async () => {
		const before = await readAllRows(desk.pool, ["kysely_migration_lock"]);
		const { path, manifest } = await write(temporaryFolder());
		const there = await createEmptyDatabase();
		await restoreBackup({ databaseUrl: there.url, path, replace: false, onWait: () => undefined });
		const after = await readAllRows(there.pool, ["kysely_migration_lock"]);
		// Only the entry about the restore is added.
		expect(after.audit_entry?.filter((row) => row.includes("setting.backup_restored"))).toHaveLength(1);
		after.audit_entry = after.audit_entry?.filter((row) => !row.includes("setting.backup_restored")) ?? [];
		expect(after).toEqual(before);
		expect(manifest.tables.find(({ name }) => name === "movement")?.rows).toBe(12_000);
	});

	test("that is stopped half-way leaves no file, and lets go of the database", async () => {
		const folder = temporaryFolder();
		const ending = new AbortController();
		const options = { databaseUrl: desk.url, folder, version: "0.1.0", signal: ending.signal };
		const watch = setInterval(() => {
			if (readdirSync(folder).some((name) => name.endsWith(".draft"))) ending.abort();
		}, 1);
		await expect(writeBackup(options)).rejects.toThrow("aborted");
		clearInterval(watch);
		expect(readdirSync(folder)).toEqual([]);
		const connections =
			"select pid from pg_stat_activity where application_name = 'cauri-backup' and datname = current_database()";
		await expect.poll(async () => (await desk.pool.query(connections)).rows).toEqual([]);
	});

	test("does not take what is not the desk's, and says so", async () => {
		await desk.pool.query("create table copy_of_the_day (id integer)");
		const { foreign, manifest } = await write(temporaryFolder());
		await desk.pool.query("drop table copy_of_the_day");
		expect(foreign).toEqual(["copy_of_the_day"]);
		expect(manifest.tables.some(({ name }) => name === "copy_of_the_day")).toBe(false);
	});
});

describe("a backup that was damaged", () => {
	async function smallBackup(): Promise<{ path: string; bytes: Buffer }> {
		const there = await createEmptyDatabase();
		await migrate(there.database, there.pool);
		const { path } = await writeBackup({ databaseUrl: there.url, folder: temporaryFolder(), version: "0.1.0" });
		return { path, bytes: readFileSync(path) };
	}

	test("by one byte, wherever it stands, is not believed", async () => {
		const { path, bytes } = await smallBackup();
		const content = gunzipSync(bytes);
		const trusted: number[] = [];
		const isAtAnEnd = (place: number) => place < 64 || place >= bytes.length - 64;
		for (let place = 0; place < bytes.length; place += isAtAnEnd(place) ? 1 : 13) {
			const changed = Buffer.from(bytes);
			changed[place] = (changed[place] ?? 0) ^ 0x10;
			writeFileSync(path, changed);
			await checkBackup(path).then(
				() => trusted.push(place),
				(error: Error) => expect(error.message).toMatch(/is not a complete backup/),
			);
			// Gzip's own time, its system and padding bits may differ: the content is the same.
			if (trusted.at(-1) === place) expect(gunzipSync(changed).equals(content), `byte ${place}`).toBe(true);
		}
		expect(trusted.length).toBeLessThan(12);
	});

	test("by a cut, wherever it is, is not believed", async () => {
		const { path, bytes } = await smallBackup();
		for (let length = 0; length < bytes.length; length += length < bytes.length - 64 ? 29 : 1) {
			writeFileSync(path, bytes.subarray(0, length));
			await expect(checkBackup(path)).rejects.toThrow("is not a complete backup");
		}
		writeFileSync(path, bytes);
		await checkBackup(path);
	});
});

describe("npm run backup", () => {
	const run = (words: string[], limit = "unlimited", databaseUrl = desk.url) =>
		runCommand(["sh", "-c", `ulimit -f ${limit}; exec "$0" "$@"`, process.execPath, PROGRAM, ...words], {
			env: { DATABASE_URL: databaseUrl },
		});

	test("on a disk that takes no more says so in a sentence, and leaves neither half a file nor one less", async () => {
		const folder = temporaryFolder();
		const { path } = await write(folder);
		// The kernel ends every file of this program after 16 blocks, as a full disk would.
		const { code, out, err } = await run(["--to", folder, "--keep", "1"], "16");
		expect({ code, out }).toEqual({ code: 1, out: "" });
		expect(err.trim().split("\n")).toHaveLength(1);
		expect(err).toMatch(/^The disk is full/);
		expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([path]);
	});

	test("says in one line why it cannot: a database that is not there, a folder that is none", async () => {
		const elsewhere = new URL(desk.url);
		elsewhere.pathname = "/not_there";
		const file = join(temporaryFolder(), "file");
		writeFileSync(file, "");
		expect(await run([], undefined, elsewhere.href)).toEqual({
			code: 1,
			out: "",
			err: 'The database cannot be reached: database "not_there" does not exist.\n',
		});
		const { code, err } = await run(["--to", join(file, "folder")]);
		expect([code, err.trim().split("\n")]).toEqual([1, [expect.stringMatching(/^Not possible: ENOTDIR/)]]);
	});

	test("says where it is, and its check reads it again; it counts when an older one cannot be removed", async () => {
		const folder = temporaryFolder();
		const older = join(folder, "cauri-2020-01-01T000000Z.tar.gz");
		mkdirSync(older);
		const notRemoved = await run(["--to", folder, "--keep", "1"]);
		expect(notRemoved).toMatchObject({ code: 0, err: expect.stringMatching(/^Older backups could not be .*\.\n$/) });
		expect((await desk.pool.query("select from setting where name = 'last_backup'")).rowCount).toBe(1);
		rmdirSync(older);
		const { out } = await run(["--to", folder, "--keep", "1"]);
		const path = /^Written and read back: (\S+)$/m.exec(out)?.[1] ?? "";
		expect(statSync(path).mode & 0o777).toBe(0o600);
		expect(readdirSync(folder)).toEqual([path.slice(folder.length + 1)]);
		expect(await run(["check", path])).toMatchObject({ code: 0, out: expect.stringContaining(`Complete: ${path}`) });
		writeFileSync(path, readFileSync(path).subarray(0, -9));
		expect(await run(["check", path])).toMatchObject({ code: 1, err: expect.stringContaining("it is truncated") });
	});

	test("called with a mistyped option shows how it is called, and ends with 2", async () => {
		for (const words of [["--keep", "0"], ["check"], ["--to", ""], ["--all"]])
			expect(await run(words)).toMatchObject({ code: 2, out: "", err: expect.stringContaining("npm run backup") });
	});
});

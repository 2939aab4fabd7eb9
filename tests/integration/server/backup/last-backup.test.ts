import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { checkBackup } from "#server/backup/check-backup.ts";
import { backUpWhenDue, noteBackup, readLastBackup } from "#server/backup/last-backup.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";
import { launchProgram } from "#tests/support/programs/launch-program.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

const desk = await openPaymentDesk();
const DAY_MS = 86_400_000;

test("of two machines with one schedule, one writes each backup, and the other waits for the next", async () => {
	const written: string[] = [];
	const machine = (name: string) =>
		backUpWhenDue(desk.url, DAY_MS, async () => {
			written.push(name);
			// The other machine's backup starts while this one writes.
			if (written.length === 1) expect(await machine("other")).toBeGreaterThan(0);
			await noteBackup(desk.url, { bytes: 1, isEncrypted: true });
		});
	expect(await machine("one")).toBe(0);
	expect(await machine("other")).toBeGreaterThan(DAY_MS - 60_000);
	expect(written).toEqual(["one"]);
	await desk.pool.query("update setting set changed_at = now() - interval '25 hours' where name = 'last_backup'");
	expect(await machine("other")).toBe(0);
	expect(written).toEqual(["one", "other"]);
});

test("a backup that a clock dated a year ahead keeps nobody from writing the next one", async () => {
	await noteBackup(desk.url, { bytes: 1, isEncrypted: true });
	await desk.pool.query("update setting set changed_at = now() + interval '1 year' where name = 'last_backup'");
	expect(await backUpWhenDue(desk.url, DAY_MS, () => noteBackup(desk.url, { bytes: 1, isEncrypted: true }))).toBe(0);
	expect(await backUpWhenDue(desk.url, DAY_MS, () => Promise.resolve())).toBeGreaterThan(0);
});

test("npm run backup -- --every writes a backup at once, notes it, stays, and ends well when it is stopped; that of an update, which deletes it, is not noted", async () => {
	await desk.pool.query("delete from setting where name = 'last_backup'");
	const ofUpdate = backUpBy("--stopped").program;
	expect(await ofUpdate.ended, ofUpdate.output()).toBe(0);
	expect(await readLastBackup(desk.database)).toBeNull();
	// When desk and schedule start with the machine, the embedded database is the desk's first.
	const atStart = launchProgram("server/cli/backup.ts", { DATA_DIR: temporaryFolder() }, ["--every", "24h"]);
	await atStart.saying(/^The last backup is first checked in two minutes/);
	atStart.kill("SIGTERM");
	expect([await atStart.ended, atStart.output()]).toEqual([0, expect.not.stringContaining("No backup")]);
	const { program, folder, files } = backUpBy("--every", "24h");
	await program.saying(/Written and read back/);
	program.kill("SIGTERM");
	expect(await program.ended).toBe(0);
	await expect(checkBackup(join(folder, files()[0] ?? ""), { identities: [] })).resolves.toBeDefined();
	const { rows } = await desk.pool.query("select value from setting where name = 'last_backup'");
	expect(rows).toEqual([{ value: { bytes: expect.any(Number), isEncrypted: false } }]);
});

test("npm run backup -- --every waits for the next time when a trial failed: a file every ten minutes would fill the disk", async () => {
	await occupyScratch("is_template true");
	for (const [every, minutes] of [
		["24h", 1_440],
		// Longer than a timer can count, so a plain timer would end at once.
		["720h", 34_560],
	] as const) {
		const { program, files } = backUpBy("--every", every);
		await program.saying(
			new RegExp(`is complete, but could not be restored on trial: .*It is tried again in ${minutes} minutes`),
		);
		expect(files()).toHaveLength(1);
		program.kill("SIGTERM");
		expect(await program.ended).toBe(0);
	}
});

test("whoever stops npm run backup while the file is tried out reads that the file is complete, and not that there is none", async () => {
	const scratch = await occupyScratch("connection limit 0");
	const holder = await desk.pool.connect();
	onTestFinished(() => holder.release());
	// Keeps anybody from dropping the database meanwhile.
	await holder.query(`begin; alter database "${scratch}" set work_mem to default`);
	const { program, files } = backUpBy();
	await vi.waitFor(() => expect(files()).toHaveLength(1), 20_000);
	program.kill("SIGINT");
	await holder.query("rollback");
	expect(await program.ended).toBe(1);
	expect(program.output()).toContain(`${files()[0]} is complete, but could not be restored on trial`);
	expect(program.output()).not.toContain("nothing was saved");
});

function backUpBy(...options: string[]) {
	const folder = temporaryFolder();
	const environment = { DATABASE_URL: desk.url, DATA_DIR: temporaryFolder() };
	const program = launchProgram("server/cli/backup.ts", environment, ["--to", folder, ...options]);
	return { program, folder, files: () => readdirSync(folder).filter((name) => name.endsWith(".tar.gz")) };
}

/** Occupies the database that the next trial restore needs, until the test ends. */
async function occupyScratch(kind: string): Promise<string> {
	await desk.pool.query("delete from setting where name in ('last_backup', 'last_restore')");
	const { rows } = await desk.pool.query<{ name: string }>("select left(current_database(), 48) as name");
	const scratch = `${rows[0]?.name}_restore_check`;
	await desk.pool.query(`create database "${scratch}" ${kind}`);
	onTestFinished(async () => {
		const { rows: left } = await desk.pool.query("select from pg_database where datname = $1", [scratch]);
		if (left.length > 0) await desk.pool.query(`alter database "${scratch}" is_template false`);
		await desk.pool.query(`drop database if exists "${scratch}"`);
	});
	return scratch;
}

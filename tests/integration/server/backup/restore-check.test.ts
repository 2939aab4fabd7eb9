import { writeFileSync } from "node:fs";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { expect, test } from "vitest";
import { checkRestoreWhenDue, LAST_RESTORE } from "#server/backup/restore-check.ts";
import { writeBackup } from "#server/backup/write-backup.ts";
import { readOverview } from "#server/overview/read-overview.ts";
import { contextFor } from "#tests/support/contexts.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

const desk = await openPaymentDesk();
const { pool } = desk;

const scratches = async () =>
	(await pool.query("select from pg_database where datname = left(current_database(), 48) || '_restore_check'"))
		.rowCount;

function backUp(recipients: string[] = [], spoil = (_path: string) => {}, freeBytes?: () => number) {
	const found: (number | string | null)[] = [];
	const tryOut = async (path: string, identities: readonly string[]) => {
		spoil(path);
		found.push(
			await checkRestoreWhenDue({ databaseUrl: desk.url, path, identities, ...(freeBytes ? { freeBytes } : {}) }),
		);
	};
	const options = { folder: temporaryFolder(), version: "0.1.0", recipients, tryOut };
	return { found, written: writeBackup({ databaseUrl: desk.url, ...options }) };
}
const forget = () => pool.query("delete from setting where name = $1", [LAST_RESTORE]);

test("of backups at once one is restored into a scratch database once a week, also an encrypted one, and nothing of it is left", async () => {
	await desk.approved();
	const recipient = await identityToRecipient(await generateX25519Identity());
	for (const recipients of [[], [recipient]]) {
		// In folders of their own, on different machines.
		const first = [backUp(recipients), backUp(recipients)];
		await Promise.all(first.map(({ written }) => written));
		expect(first.flatMap(({ found }) => found).sort()).toEqual([expect.any(Number), null]);
		const second = backUp(recipients);
		await second.written;
		expect(second.found).toEqual([null]);
		await forget();
	}
	expect(await scratches()).toBe(0);
});

test("a file that does not restore fails the backup, is no check, and leaves no database", async () => {
	const { written } = backUp([], (path) => writeFileSync(path, "no backup"));
	await expect(written).rejects.toThrow("is not a complete backup");
	const { rows } = await pool.query("select from setting where name = $1", [LAST_RESTORE]);
	expect([rows.length, await scratches()]).toEqual([0, 0]);
});

test("without room for a second copy no database is made and no check is recorded, and what a killed check left is dropped", async () => {
	const { rows } = await pool.query<{ name: string; bytes: number }>(
		"select left(current_database(), 48) || '_restore_check' as name, pg_database_size(current_database())::float8 as bytes",
	);
	const [{ name, bytes } = { name: "", bytes: 0 }] = rows;
	await pool.query(`create database ${name}`);
	await forget();
	const { found, written } = backUp([], undefined, () => bytes);
	await written;
	expect([found, await scratches()]).toEqual([["no_room"], 0]);
	const later = backUp([], undefined, () => 3 * bytes + 100_000_000);
	await later.written;
	expect(later.found).toEqual([expect.any(Number)]);
	await pool.query(`create database ${name}`);
	await backUp().written;
	expect(await scratches()).toBe(0);
	await forget();
});

test("Home tells admins, and nobody else, when the last good backup is two days old", async () => {
	const kinds = async (member: typeof desk.admin.member) =>
		(await readOverview(contextFor(desk.system, member))).needs.map(({ kind }) => kind);
	const note = (age: string) =>
		pool.query(
			`insert into setting (name, value, changed_at) values ('last_backup', '{}', now() - $1::interval)
			on conflict (name) do update set changed_at = excluded.changed_at`,
			[age],
		);
	expect(await kinds(desk.admin.member)).not.toContain("backup_old");
	await note("47 hours");
	expect(await kinds(desk.admin.member)).not.toContain("backup_old");
	await note("49 hours");
	expect(await kinds(desk.admin.member)).toContain("backup_old");
	expect(await kinds(desk.approver.member)).not.toContain("backup_old");
});

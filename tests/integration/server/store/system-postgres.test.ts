import { execFile } from "node:child_process";
import { chmodSync, chownSync, existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { checkRestoreWhenDue } from "#server/backup/restore-check.ts";
import { writeBackup } from "#server/backup/write-backup.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { bareAs, findAccount } from "#server/store/embedded/system-account.ts";
import { migrate } from "#server/store/migrate.ts";
import { requireOwnSchema, requireSettled } from "#server/store/schema-version.ts";
import { readFigures } from "#server/worker/read-figures.ts";
import { testConfig } from "#tests/support/contexts.ts";
import { freePort } from "#tests/support/programs/free-port.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

/** Debian's package. */
const BIN = "/usr/lib/postgresql/15/bin";
const run = promisify(execFile);

async function startServer(...flags: string[]): Promise<string> {
	const account = process.getuid?.() === 0 ? findAccount("postgres") : null;
	const folder = temporaryFolder();
	chmodSync(folder, 0o700);
	if (account) chownSync(folder, account.uid, account.gid);
	const [data, port] = [join(folder, "data"), await freePort()];
	const given = ["-D", data, "--username=cauri", "--auth=trust", "--no-sync", ...flags];
	await run(join(BIN, "initdb"), given, bareAs(account));
	const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
	const control = (...args: string[]) => run(join(BIN, "pg_ctl"), [...args, "-D", data, "-w"], bareAs(account));
	await control("start", "-l", join(folder, "log"), "-o", settings);
	onTestFinished(async () => void (await control("stop", "-m", "immediate")));
	return `postgres://cauri@127.0.0.1:${port}/postgres`;
}

test.runIf(existsSync(BIN))(
	"PostgreSQL 15, the oldest that is taken, gets all tables and answers the figures",
	async () => {
		const pool = openPool(await startServer());
		onTestFinished(() => pool.end());
		const database = openDatabase(pool);
		expect(await migrate(database, pool)).toEqual({ separated: true });
		await expect(requireOwnSchema(database)).resolves.toBeNull();
		await expect(requireSettled(database)).resolves.toBeUndefined();
		await expect(readFigures({ database, config: testConfig() })).resolves.toMatchObject({ replication: "none" });
	},
);

test.runIf(existsSync(BIN))(
	"a backup is restored on trial on a server whose own encoding does not know every name of the desk",
	async () => {
		const server = await startServer("--encoding=LATIN1", "--locale=C");
		const admin = openPool(server);
		await admin.query("create database desk encoding 'UTF8' template template0");
		await admin.end();
		const databaseUrl = server.replace(/postgres$/, "desk");
		const pool = openPool(databaseUrl);
		onTestFinished(() => pool.end());
		await migrate(openDatabase(pool), pool);
		await pool.query(
			"insert into member (id, email, name, role, password_hash, created_at) values ('m', 'm@test.example', 'محمد', 'viewer', 'x', now())",
		);
		const tryOut = async (path: string, identities: readonly string[]) =>
			expect(await checkRestoreWhenDue({ databaseUrl, path, identities })).toEqual(expect.any(Number));
		await writeBackup({ databaseUrl, folder: temporaryFolder(), version: "0.1.0", tryOut });
	},
);

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { withClient } from "#server/store/embedded/postgres-server.ts";
import { launchProgram } from "#tests/support/programs/launch-program.ts";
import { MAY_MOUNT, mountSmallDisk } from "#tests/support/programs/small-disk.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

const LAUNCHER = "tests/integration/server/cli/programs/launch-postgres.ts";

const pidFileOf = (dataDir: string) => join(dataDir, "postgres", "data", "postmaster.pid");
const pidOf = (dataDir: string) => Number(readFileSync(pidFileOf(dataDir), "utf8").split("\n")[0]);

/** A server that crashes may leave a connection open and silent. */
const ask = (url: string, text: string): Promise<unknown[]> =>
	withClient(url, async (client) => {
		const query = { text, rowMode: "array" as const, query_timeout: 10_000 };
		return (await client.query(query)).rows.flat();
	});

test("a PostgreSQL that fell and cannot start, for want of space or else, is tried until it can", async () => {
	const dataDir = temporaryFolder();
	mkdirSync(join(dataDir, "postgres"));
	const launcher = launchProgram(LAUNCHER, {}, [dataDir]);
	const [, url = ""] = await launcher.saying(/postgres at (\S+) runs/);
	await ask(url, "create table kept as select 42 as answer");
	// Makes the file that a start reads first unreadable.
	const port = join(dataDir, "postgres", "port");
	renameSync(port, `${port}.away`);
	mkdirSync(port);
	process.kill(pidOf(dataDir), "SIGKILL");
	await launcher.saying(/PostgreSQL does not start again \(.*EISDIR.*\); Cauri keeps trying/);
	rmSync(port, { recursive: true });
	renameSync(`${port}.away`, port);
	// A start after a crash syncs every file of the cluster, which takes long on a busy disk.
	const isBack = async () => expect(await ask(url, "select answer from kept")).toEqual([42]);
	await vi.waitFor(isBack, { timeout: 60_000 });
	// A server that crashes while the launcher still asks for its address is started again, too.
	process.kill(pidOf(dataDir), "SIGKILL");
	await vi.waitFor(isBack, { timeout: 60_000 });
	launcher.kill("SIGTERM");
	expect(await launcher.ended, launcher.output()).toBe(0);
});

test("a launcher that is ended while PostgreSQL is being restarted leaves none behind", async () => {
	const dataDir = temporaryFolder();
	const launcher = launchProgram(LAUNCHER, {}, [dataDir]);
	await launcher.saying(/postgres at (\S+) runs/);
	process.kill(pidOf(dataDir), "SIGKILL");
	await launcher.saying(/ended unexpectedly/);
	launcher.kill("SIGTERM");
	expect(await launcher.ended, launcher.output()).toBe(0);
	expect(existsSync(pidFileOf(dataDir))).toBe(false);
});

test("a launcher that ends by itself does not start PostgreSQL again while it ends", async () => {
	const launcher = launchProgram(LAUNCHER, {}, [temporaryFolder(), "at once"]);
	expect(await launcher.ended, launcher.output()).toBe(0);
	expect(launcher.output()).not.toContain("ended unexpectedly");
});

test.runIf(MAY_MOUNT)(
	"a disk that is full ends PostgreSQL and nothing else: with space it is there again, at its address, with its data",
	async () => {
		const disk = mountSmallDisk("200m");
		const dataDir = join(disk.folder, "data");
		const launcher = launchProgram(LAUNCHER, {}, [dataDir]);
		const [, url = ""] = await launcher.saying(/postgres at (\S+) runs/);
		onTestFinished(async () => {
			launcher.kill("SIGTERM");
			await launcher.ended;
			disk.remove();
		});
		await ask(url, "create table kept as select 42 as answer");
		// PostgreSQL goes on in its current log, and crashes when it needs space for the next piece. A crash may free enough space for one
		// more start, which takes as long as it takes: until then nobody can connect.
		const fillUntilItFalls = async () => {
			disk.fill();
			await ask(url, "select pg_logical_emit_message(true, 'test', 'more')")
				.then(() => ask(url, "select pg_switch_wal()"))
				.catch(() => undefined);
			expect(launcher.output()).toContain("PostgreSQL does not start again");
		};
		await vi.waitFor(fillUntilItFalls, { timeout: 120_000, interval: 20 });
		disk.empty();
		await vi.waitFor(async () => expect(await ask(url, "select answer from kept")).toEqual([42]), {
			timeout: 60_000,
			interval: 500,
		});
	},
);

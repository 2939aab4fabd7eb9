import { spawnSync } from "node:child_process";
import {
	appendFileSync,
	chmodSync,
	chownSync,
	existsSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { findEmbeddedPostgres, startEmbeddedPostgres } from "#server/store/embedded/embedded-postgres.ts";
import { findPostgresPlace, substituteOf } from "#server/store/embedded/postgres-place.ts";
import { clearStalePidFile, withClient } from "#server/store/embedded/postgres-server.ts";
import { identifyProcess } from "#server/store/embedded/process-identity.ts";
import { type LaunchedProgram, launchProgram } from "#tests/support/programs/launch-program.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";
import { processesOf, stopAll, untilGone, wakeAll } from "#tests/torture/server-processes.ts";

const STARTER = "tests/integration/server/store/programs/start-postgres.ts";
const SEER = "tests/integration/server/store/programs/see-postgres.ts";
/** A tool in another user namespace has the server's account and may not look at it; in another pid namespace it does not see it. */
const APART = ["--user", "--map-current-user"];
const UNSEEN = ["--user", "--map-root-user", "--pid", "--fork", "--mount-proc"];
const WORDS = /pid (\d+) (started|adopted) (\S+)/;

function runApart(flags: string[], args: string[], uid = 65_534, gid = uid) {
	const account = process.getuid?.() === 0 ? { uid, gid } : {};
	const env = { PATH: process.env.PATH ?? "", NODE_ENV: "test" } as const;
	return spawnSync("unshare", [...flags, process.execPath, ...args], { ...account, env, encoding: "utf8" });
}

const mayRunApart = (flags: string[]) => runApart(flags, ["--check", SEER]).status === 0;

/** A folder whose server, whoever started it, is stopped after the test. */
function newFolder(parent = tmpdir()): string {
	const root = mkdtempSync(join(parent, "cauri-pg-"));
	chmodSync(root, 0o755);
	const folder = join(root, "postgres");
	onTestFinished(async () => {
		if (existsSync(folder)) await (await startEmbeddedPostgres(folder)).stop();
		const substitute = substituteOf(folder);
		if (substitute) rmSync(substitute, { recursive: true, force: true });
		rmSync(root, { recursive: true, force: true });
	});
	return folder;
}

async function started(program: LaunchedProgram): Promise<{ pid: number; how: string; url: string }> {
	const [, pid = "", how = "", url = ""] = await program.saying(WORDS);
	return { pid: Number(pid), how, url };
}

const ask = (url: string, text: string): Promise<unknown[]> =>
	withClient(url, async (client) => (await client.query({ text, rowMode: "array" })).rows.flat());

describe("the embedded PostgreSQL", () => {
	test("is one and the same for two starters at once, outlives the kill -9 of its starter and comes back after its own, address and data kept", async () => {
		const folder = newFolder();
		const starters = [1, 2].map(() => launchProgram(STARTER, {}, [folder]));
		const servers = await Promise.all(starters.map(started));
		expect(servers.map(({ how }) => how).sort()).toEqual(["adopted", "started"]);
		const [{ pid, url } = { pid: 0, url: "" }, other] = servers;
		expect(other).toMatchObject({ pid, url });
		// No port that an outgoing connection may have.
		expect(new URL(url).port).toMatch(/^(2\d|3[01])\d{3}$/);
		await ask(url, "create table kept as select 42 as answer");
		for (const starter of starters) {
			starter.kill("SIGKILL");
			await starter.ended;
		}
		expect(await started(launchProgram(STARTER, {}, [folder]))).toEqual({ pid, url, how: "adopted" });
		process.kill(pid, "SIGKILL");
		expect(await started(launchProgram(STARTER, {}, [folder]))).toMatchObject({ how: "started", url });
		expect(await ask(url, "select answer from kept")).toEqual([42]);
	});

	test("is found by whoever knows the folder, and by nobody after its stop, with a password that its own account alone reads; never takes a half-made cluster for one, nor an old pid file for a server", async () => {
		const folder = newFolder();
		mkdirSync(join(folder, "data.new"), { recursive: true });
		writeFileSync(join(folder, "data.new", "PG_VERSION"), "18\n");
		const server = await startEmbeddedPostgres(folder);
		const url = await server.databaseUrl("cauri");
		expect(await findEmbeddedPostgres(folder, "cauri")).toBe(url);
		expect(statSync(join(folder, "password")).mode & 0o777).toBe(0o600);
		await server.stop();
		expect(await findEmbeddedPostgres(folder, "cauri")).toBeNull();
		expect(identifyProcess(server.pid)).toBeNull();
		// Another living process has this pid.
		writeFileSync(join(folder, "data", "postmaster.pid"), `${process.pid}\n${join(folder, "data")}\n0\n1\n`);
		expect((await startEmbeddedPostgres(folder)).startedHere).toBe(true);
	});

	test("is one and the same by a link to its folder, and when its data was moved behind a link to another disk", async () => {
		const disk = temporaryFolder();
		chmodSync(disk, 0o755);
		const folder = newFolder();
		await (await startEmbeddedPostgres(folder)).stop();
		renameSync(join(folder, "data"), join(disk, "data"));
		symlinkSync(join(disk, "data"), join(folder, "data"));
		const link = join(disk, "link");
		symlinkSync(folder, link);
		const server = await startEmbeddedPostgres(folder);
		expect(await findEmbeddedPostgres(link, "cauri")).toBe(await server.databaseUrl("cauri"));
		const adopted = await startEmbeddedPostgres(link);
		expect([adopted.startedHere, adopted.pid]).toEqual([false, server.pid]);
		await server.stop();
		expect(identifyProcess(server.pid)).toBeNull();
	});

	test.runIf(mayRunApart(APART))("keeps its pid file when a tool may not see where it works", async () => {
		const folder = newFolder();
		const { pid } = await startEmbeddedPostgres(folder);
		const data = join(folder, "data");
		const { uid, gid } = statSync(data);
		// With this password it does not answer, as while it starts.
		expect(runApart(APART, [SEER, data, "another"], uid, gid)).toMatchObject({ stderr: "", stdout: `found ${pid}\n` });
		expect(existsSync(join(data, "postmaster.pid"))).toBe(true);
	});

	test.runIf(mayRunApart(UNSEEN))("keeps its pid file while it answers, also when a tool cannot see it", async () => {
		const folder = newFolder();
		await startEmbeddedPostgres(folder);
		const data = join(folder, "data");
		const { uid, gid } = statSync(data);
		const password = readFileSync(join(folder, "password"), "utf8");
		expect(runApart(UNSEEN, [SEER, data, password], uid, gid)).toMatchObject({ stderr: "", stdout: "found nobody\n" });
		expect(existsSync(join(data, "postmaster.pid"))).toBe(true);
	});

	test("is waited for although its tool gave up while it replayed its log, and however long it replays", async () => {
		const folder = newFolder();
		const server = await startEmbeddedPostgres(folder);
		const pidFile = join(folder, "data", "postmaster.pid");
		const all = processesOf(server.pid);
		process.kill(server.pid, "SIGKILL");
		await untilGone(all);
		const { pgCtl } = await findPostgresPlace(folder);
		const impatient = join(temporaryFolder(), "pg_ctl");
		const lines = [`${pgCtl} "$@" >/dev/null 2>&1 &`, `until [ -e ${pidFile} ]; do sleep 0.02; done`, "exit 1"];
		writeFileSync(impatient, `#!/bin/sh\n${lines.join("\n")}\n`, { mode: 0o755 });
		const again = await startEmbeddedPostgres(folder, { pgCtl: impatient });
		expect(await ask(await again.databaseUrl("cauri"), "select 1")).toEqual([1]);

		// As the pid file says during a replay; a suspended server does not answer.
		const replaying = readFileSync(pidFile, "utf8").replace(/^ready *$/m, "starting");
		const asleep = stopAll(again.pid);
		onTestFinished(() => wakeAll(asleep));
		writeFileSync(pidFile, replaying);
		const password = readFileSync(join(folder, "password"), "utf8");
		const { promise: told, resolve: onReplay } = Promise.withResolvers<void>();
		const waiting = clearStalePidFile(join(folder, "data"), password, { timeoutMs: 0, onReplay }).then(() => "over");
		expect(await Promise.race([told.then(() => "told"), waiting])).toBe("told");
		wakeAll(asleep);
		expect(await waiting).toBe("over");
		expect(existsSync(pidFile)).toBe(true);
	});

	test("logs no value of a row, and begins a new log when the last one is long", async () => {
		const folder = newFolder();
		const server = await startEmbeddedPostgres(folder);
		const url = await server.databaseUrl("cauri");
		await ask(url, "create table person (number text check (length(number) < 5))");
		const added = ask(url, "insert into person values (concat('+22507', '01020304'))");
		await expect(added).rejects.toThrow("person_number_check");
		const log = join(substituteOf(folder) ?? folder, "postgres.log");
		expect(readFileSync(log, "utf8")).toContain("person_number_check");
		expect(readFileSync(log, "utf8")).not.toContain("0701020304");
		await server.stop();
		appendFileSync(log, "x".repeat(5_000_001));
		await startEmbeddedPostgres(folder);
		expect(statSync(log).size).toBeLessThan(5_000);
		expect(statSync(`${log}.1`).size).toBeGreaterThan(5_000_000);
	});

	test.runIf(process.getuid?.() === 0)("serves root, in a folder that no other account may enter", async () => {
		const closed = mkdtempSync(join(tmpdir(), "cauri-closed-"));
		onTestFinished(() => rmSync(closed, { recursive: true, force: true }));
		const folder = newFolder(closed);
		const server = await startEmbeddedPostgres(folder);
		const url = await server.databaseUrl("cauri");
		await ask(url, "create table kept as select 42 as answer");
		await server.stop();
		const again = await startEmbeddedPostgres(folder);
		expect(await ask(await again.databaseUrl("cauri"), "select answer from kept")).toEqual([42]);
	});

	describe.runIf(process.getuid?.() === 0)("started by root", () => {
		test("lets its account write nothing but the cluster and its log", async () => {
			const folder = newFolder();
			await (await startEmbeddedPostgres(folder)).stop();
			expect([statSync(folder).uid, statSync(folder).mode & 0o777]).toEqual([0, 0o711]);
			const owners = readdirSync(folder).map((name) => [name, lstatSync(join(folder, name)).uid === 0]);
			expect(Object.fromEntries(owners)).toEqual({ data: false, password: true, port: true, "postgres.log": false });
		});

		test("refuses a folder of another account, and changes nothing there", async () => {
			const folder = temporaryFolder();
			chownSync(folder, 65_534, 65_534);
			await expect(startEmbeddedPostgres(folder)).rejects.toThrow("start Cauri as that account");
			expect([statSync(folder).uid, readdirSync(folder).filter((name) => name !== "password")]).toEqual([65_534, []]);
		});
	});
});

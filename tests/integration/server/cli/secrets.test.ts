import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { findInFiles } from "#tests/support/files/find-in-files.ts";
import { childProcesses } from "#tests/support/programs/child-processes.ts";
import { findInMemory } from "#tests/support/programs/find-in-memory.ts";
import { freePort } from "#tests/support/programs/free-port.ts";
import { launchProgram } from "#tests/support/programs/launch-program.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

const { url, pool } = await createTestDatabase();
const CANARY = `canary${randomBytes(20).toString("hex")}`;

/** Everything that a program needs, each secret with the canary in it; the build only looks finished. */
function environment() {
	const folder = temporaryFolder();
	writeFileSync(join(folder, "BUILD_ID"), "test");
	return {
		MOMO_BASE_URL: "http://127.0.0.1:9/api/v1/",
		MOMO_API_KEY: `${CANARY}-key`,
		MOMO_API_SECRET: `${CANARY}-secret`,
		METRICS_TOKEN: `${CANARY}-token`,
		OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
		OTEL_EXPORTER_OTLP_HEADERS: `authorization=${CANARY}-collector`,
		WALLET_CURRENCIES: "XOF",
		SESSION_PASSWORD: `${CANARY}-session-password`,
		DATABASE_URL: `${url}?options=-c%20cauri.canary=${CANARY}`,
		DATA_DIR: join(folder, "data"),
		NEXT_DIST_DIR: folder,
		LOG_LEVEL: "debug",
	};
}

/** A process's environment and command line, as the machine shows them to other processes. */
function shown(pid: number): string {
	return ["environ", "cmdline"].map((name) => readFileSync(`/proc/${pid}/${name}`, "latin1")).join("\n");
}

/** Throws while the program does not run. */
function pidOf(launcher: number, program: string): number {
	const { pid } = childProcesses(launcher).find(({ command }) => command.endsWith(`cli/${program}.ts`)) ?? {};
	if (pid === undefined) throw new Error(`no ${program} runs`);
	return pid;
}

/** Files in memory that still hold this test's secrets; other programs' files may come and go. */
function leftInMemory(): string[] {
	const names = existsSync("/dev/shm") ? readdirSync("/dev/shm").filter((name) => name.startsWith("cauri-")) : [];
	return names.filter((name) => {
		try {
			return readFileSync(join("/dev/shm", name), "latin1").includes(CANARY);
		} catch {
			return false;
		}
	});
}

describe.runIf(process.platform === "linux")("a secret in the environment", () => {
	test("is in no program's environment once it runs, nor in anything it writes: started by hand", async () => {
		const env = environment();
		const worker = launchProgram("server/cli/worker.ts", env);
		await worker.saying(/worker_started/);
		expect(shown(worker.pid)).toContain("WALLET_CURRENCIES=XOF");
		expect(shown(worker.pid)).not.toContain(CANARY);
		expect(worker.output()).not.toContain(CANARY);
		expect(findInFiles(env.NEXT_DIST_DIR, CANARY).found).toEqual([]);
		expect(leftInMemory()).toEqual([]);
	});

	test("is in no program's environment once it runs, nor in anything that a launcher's programs write; the worker alone knows the keys", async () => {
		const env = { ...environment(), PORT: String(await freePort()), LOG_TO: "stdout" };
		const keys = [env.MOMO_API_KEY, env.MOMO_API_SECRET];
		const start = launchProgram("server/cli/start.ts", env);
		// The build only looks finished, so the web program lives until it has read its settings, again and again.
		await vi.waitFor(
			() => {
				const pid = pidOf(start.pid, "web");
				expect(shown(pid)).toContain("MOMO_API_KEY=\0");
				expect(shown(pid)).not.toContain(CANARY);
				const inMemory = findInMemory(pid, [env.SESSION_PASSWORD, ...keys]);
				expect(inMemory).toContain(env.SESSION_PASSWORD);
				expect(inMemory).toEqual([env.SESSION_PASSWORD]);
				const open = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
				expect(open.filter((file) => /\.env|cauri-[0-9a-f]{32}/.test(file))).toEqual([]);
			},
			{ timeout: 40_000, interval: 20 },
		);
		await start.saying(/worker_started/);
		const worker = pidOf(start.pid, "worker");
		await vi.waitFor(() => expect(findInMemory(worker, keys).sort()).toEqual(keys), { timeout: 60_000 });
		for (const pid of [start.pid, worker]) {
			expect(shown(pid)).toContain("WALLET_CURRENCIES=XOF");
			expect(shown(pid)).not.toContain(CANARY);
		}
		await start.saying(/"program":"web"/);
		start.kill("SIGTERM");
		await start.ended;
		expect(start.output()).not.toContain(CANARY);
		expect(findInFiles(env.NEXT_DIST_DIR, CANARY).found).toEqual([]);
		// The web program's crash is logged as a line too.
		const lines = start.output().trim().split("\n");
		const entries = lines.map((line) => JSON.parse(line) as { level: string; program: string; time: string });
		expect(new Set(entries.map(({ program }) => program))).toEqual(new Set(["start", "web", "worker"]));
		for (const { level, time } of entries)
			expect([level, time]).toEqual([expect.any(String), expect.stringMatching(/Z$/)]);
		expect(existsSync(join(env.DATA_DIR, "logs"))).toBe(false);
	});

	test.each([
		["are found by Next, which would keep them", "open", { files: 1, key: CANARY }],
		["are not, once its files are closed", "closed", { files: 0, key: null }],
	])("keys of a `.env` %s", async (_name, how, known) => {
		const folder = temporaryFolder();
		writeFileSync(join(folder, ".env"), `MOMO_API_KEY=${CANARY}\n`);
		const next = launchProgram("tests/integration/server/cli/programs/next-env.ts", {}, [folder, how]);
		expect(await next.ended).toBe(0);
		expect(JSON.parse(next.output())).toEqual(known);
	});
});

describe.each(["web", "worker"])("%s", (program) => {
	test("faces no real service with the members of the demo", async () => {
		await pool.query(
			`insert into setting (name, value, changed_at) values ('demo', '{"demo":true}', now()) on conflict do nothing`,
		);
		const refused = launchProgram(`server/cli/${program}.ts`, { ...environment(), PORT: "0" });
		expect(await refused.ended).toBe(1);
		expect(refused.output().trim()).toMatch(
			/^This database was made by the demo, whose passwords everybody knows\..*\.$/,
		);
		await pool.query("delete from setting where name = 'demo'");
	});
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { Children } from "#server/cli/launcher/children.ts";
import { requireFreePort } from "#server/cli/launcher/preflight.ts";
import { identifyProcess } from "#server/store/embedded/process-identity.ts";
import { childProcesses } from "#tests/support/programs/child-processes.ts";
import { freePort } from "#tests/support/programs/free-port.ts";
import { type LaunchedProgram, launchProgram } from "#tests/support/programs/launch-program.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

const LAUNCHER = "tests/integration/server/cli/programs/keep-children.ts";
const STAY = "tests/integration/server/cli/programs/stay.ts";
const FALL = "tests/integration/server/cli/programs/fall.ts";
const CHATTER = "tests/integration/server/cli/programs/chatter.ts";
// Every write to it fails as on a full disk.
const FULL = "/dev/full";

async function pidsOf(program: LaunchedProgram): Promise<number[]> {
	const [, pids = ""] = await program.saying(/up ([\d ]+)\./);
	return pids.split(" ").map(Number);
}

/** Waits for another process than `before`. */
async function untilItLives({ pid }: LaunchedProgram, file: string, before?: number): Promise<void> {
	const look = () => {
		const [child] = childProcesses(pid).filter(({ command }) => command.includes(file));
		expect(child).toBeDefined();
		expect(child?.pid).not.toBe(before);
	};
	await vi.waitFor(look, { timeout: 60_000 });
}

describe("a launcher", () => {
	test("ends its programs in order and gives its folder back when its terminal is closed", async () => {
		const folder = temporaryFolder();
		const launcher = spawn(process.execPath, [LAUNCHER, folder, STAY], { stdio: ["ignore", "pipe", "pipe"] });
		onTestFinished(() => void launcher.kill("SIGKILL"));
		const ended = once(launcher, "exit");
		const [line] = (await once(launcher.stdout, "data")) as [Buffer];
		const pid = Number(/up (\d+)\./.exec(line.toString())?.[1]);
		launcher.stdout.destroy();
		launcher.stderr.destroy();
		launcher.kill("SIGHUP");
		expect(await ended).toEqual([0, null]);
		expect(identifyProcess(pid)).toBeNull();
		expect(readdirSync(folder).filter((name) => name.endsWith(".lock"))).toEqual([]);
	});

	test("takes its children with it when it is killed by kill -9", async () => {
		const launcher = launchProgram(LAUNCHER, {}, [temporaryFolder(), STAY]);
		const [pid = 0] = await pidsOf(launcher);
		launcher.kill("SIGKILL");
		await launcher.ended;
		await vi.waitFor(() => expect(identifyProcess(pid)).toBeNull(), { timeout: 60_000 });
	});

	test("waits for the port of a program whose launcher was killed, and that is about to end", async () => {
		const port = await freePort();
		const leaving = createServer();
		await new Promise<void>((resolve) => leaving.listen(port, "127.0.0.1", resolve));
		const asked = requireFreePort(port, "PORT");
		setImmediate(() => leaving.close());
		await expect(asked).resolves.toBeUndefined();
	});

	test("keeps its programs up when they fall or are killed, tells why, lets nobody else into its folder, and leaves nothing behind", async () => {
		const folder = temporaryFolder();
		const launcher = launchProgram(LAUNCHER, {}, [folder, FALL, STAY]);
		const [, pid = 0] = await pidsOf(launcher);
		const second = launchProgram(LAUNCHER, {}, [folder, STAY]);
		expect(await second.ended).toBe(1);
		expect(second.output()).toContain(`(npm run keep-children, process ${launcher.pid})`);
		await launcher.saying(/child-0 ended unexpectedly \(code 3\)[\s\S]*child-0 ended unexpectedly \(code 3\)/);
		await launcher.saying(/\[child-0\] cannot open the till/);
		expect(readFileSync(join(folder, "logs", "child-0.log"), "utf8")).toContain('"msg":"cannot open the till"');
		expect(identifyProcess(pid)).not.toBeNull();
		process.kill(pid, "SIGKILL");
		await launcher.saying(/child-1 ended unexpectedly \(SIGKILL\); it is restarted/);
		await untilItLives(launcher, STAY, pid);
		const [living] = childProcesses(launcher.pid).filter(({ command }) => command.includes(STAY));
		launcher.kill("SIGTERM");
		expect(await launcher.ended).toBe(0);
		expect(identifyProcess(living?.pid ?? 0)).toBeNull();
	});

	test("starts a child again that could not be started at all", async () => {
		const folder = temporaryFolder();
		const node = join(folder, "node");
		const launcher = launchProgram(LAUNCHER, { NODE_AT: node }, [folder, STAY]);
		await launcher.saying(/child-0 ended unexpectedly \(spawn .*ENOENT\); it is restarted/);
		symlinkSync(process.execPath, node);
		await untilItLives(launcher, STAY);
	});

	test("stops with one sentence when its folder cannot be made", async () => {
		const file = join(temporaryFolder(), "file");
		writeFileSync(file, "");
		const launcher = launchProgram(LAUNCHER, {}, [join(file, "data"), STAY]);
		expect(await launcher.ended).toBe(1);
		expect(launcher.output().trim()).toBe(
			`${join(file, "data")} cannot be written by this account. Set DATA_DIR to a folder that can.`,
		);
	});

	test("outlives a disk that is full, and its logs go on by themselves when there is space", async () => {
		const folder = temporaryFolder();
		const log = join(folder, "logs", "child-0.log");
		mkdirSync(join(folder, "logs"));
		symlinkSync(FULL, log);
		const launcher = launchProgram(LAUNCHER, {}, [folder, CHATTER]);
		await launcher.saying(/child-0\.log cannot be written: .*ENOSPC/);
		rmSync(log);
		await vi.waitFor(() => expect(readFileSync(log, "utf8")).toMatch(/line \d+/), { timeout: 60_000 });
		launcher.kill("SIGTERM");
		expect(await launcher.ended).toBe(0);
	});

	test("tries again what the machine had no room to start, and is not ended by it", async () => {
		const env: NodeJS.ProcessEnv = { ...process.env, ROOM: "x".repeat(200_000) };
		const children = new Children(temporaryFolder(), 20);
		onTestFinished(() => children.stopAll());
		children.start({ name: "child", args: [STAY], env, graceMs: 2_000 });
		expect(children.get("child")?.process.pid).toBeUndefined();
		delete env.ROOM;
		await vi.waitFor(() => expect(children.get("child")?.process.pid).toBeDefined(), { timeout: 60_000 });
	});

	test("knows which of its programs is ready by that program's own word, and no longer when it has fallen", async () => {
		const children = new Children(temporaryFolder(), 3_600_000);
		onTestFinished(() => children.stopAll());
		// `node --watch` sends messages of its own, which say nothing of the program.
		for (const name of ["ready", "watched"])
			children.start({
				...{ name, env: process.env, graceMs: 2_000 },
				args: ["--eval", `process.send("${name}"); setInterval(() => undefined, 60_000)`],
			});
		const programs = ["ready", "watched"].flatMap((name) => children.get(name)?.process ?? []);
		await Promise.all(programs.map((program) => once(program, "message")));
		expect(["ready", "watched"].map((name) => children.get(name)?.isReady)).toEqual([true, false]);
		programs[0]?.kill("SIGKILL");
		await vi.waitFor(() => expect(children.get("ready")).toBeUndefined(), { timeout: 60_000 });
	});

	test("logs its set-up link whole with LOG_TO=stdout; a tool speaks to the person who typed it", async () => {
		const link = "https://10.24.118.205/set-up#token";
		const code = `import("#server/cli/launcher/terminal.ts").then(({ say }) => say("${link}"))`;
		const [start, tool] = ["start", "member"].map((name) =>
			launchProgram("--eval", { LOG_TO: "stdout" }, [code, name]),
		);
		await start?.saying(new RegExp(`"program":"start","msg":"${link}"`));
		await tool?.saying(new RegExp(`^${link}\n`));
	});

	test("cuts a log that has grown while it runs: one older file is kept", async () => {
		const folder = temporaryFolder();
		const launcher = launchProgram(LAUNCHER, { WIDTH: "900000" }, [folder, CHATTER]);
		const older = join(folder, "logs", "child-0.log.1");
		await vi.waitFor(() => expect(existsSync(older)).toBe(true), { timeout: 60_000 });
		expect(statSync(older).size).toBeLessThan(8_000_000);
		launcher.kill("SIGTERM");
		expect(await launcher.ended).toBe(0);
	});
});

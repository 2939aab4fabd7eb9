import { spawn } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { endProcess, identifyProcess, isAlive } from "#server/store/embedded/process-identity.ts";

function startSleeper(script = "setInterval(() => undefined, 1000); console.log('up')") {
	const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "ignore"] });
	onTestFinished(() => void child.kill("SIGKILL"));
	const pid = child.pid ?? 0;
	return { pid, up: new Promise((resolve) => child.stdout.once("data", resolve)) };
}

test("a process is ended, and known to be gone", async () => {
	const { pid, up } = startSleeper();
	await up;
	const identity = identifyProcess(pid);
	if (!identity) throw new Error("a living process was not found");
	expect(await endProcess(identity, 5_000)).toBe(true);
	expect(isAlive(identity)).toBe(false);
});

test("a process that does not listen to SIGTERM is killed", async () => {
	const { pid, up } = startSleeper(
		"process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000); console.log('up')",
	);
	await up;
	const identity = identifyProcess(pid);
	if (!identity) throw new Error("a living process was not found");
	expect(await endProcess(identity, 100)).toBe(true);
	expect(isAlive(identity)).toBe(false);
});

test("another process that has the number of a dead one is left alone", async () => {
	const { pid, up } = startSleeper();
	await up;
	expect(await endProcess({ pid, startedAt: "another-boot:1" }, 1_000)).toBe(true);
	expect(identifyProcess(pid)).not.toBeNull();
});

test("numbers that no process can have are nobody", () => {
	expect(identifyProcess(0)).toBeNull();
	expect(identifyProcess(-1)).toBeNull();
	expect(identifyProcess(2 ** 30)).toBeNull();
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { identifyProcess, isAlive, isGoneWithin } from "#server/store/embedded/process-identity.ts";

async function startSleeper() {
	const script = "setInterval(() => undefined, 1000); console.log('up')";
	const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "ignore"] });
	onTestFinished(() => void child.kill("SIGKILL"));
	await once(child.stdout, "data");
	const identity = identifyProcess(child.pid ?? 0);
	if (!identity) throw new Error("a living process was not found");
	return { child, identity };
}

test("a process that was ended is known to be gone", async () => {
	const { child, identity } = await startSleeper();
	expect(isAlive(identity)).toBe(true);
	child.kill("SIGKILL");
	expect(await isGoneWithin(identity, 5_000)).toBe(true);
	expect(isAlive(identity)).toBe(false);
});

test("another process that has the number of a dead one is not taken for it", async () => {
	const { identity } = await startSleeper();
	expect(isAlive({ ...identity, startedAt: "another-boot:1" })).toBe(false);
});

test("numbers that no process can have are nobody", () => {
	expect(identifyProcess(0)).toBeNull();
	expect(identifyProcess(-1)).toBeNull();
	expect(identifyProcess(2 ** 30)).toBeNull();
});

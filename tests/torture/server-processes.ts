/** The processes of one PostgreSQL server: stops them, wakes them, and waits until all are gone. */
import { execFileSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";

const GONE_LIMIT_MS = 20_000;

export function processesOf(postmaster: number): number[] {
	const listed = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
	const pairs = listed.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
	const children = pairs.filter(([, parent]) => parent === postmaster).map(([pid]) => pid as number);
	return [postmaster, ...children];
}

/** SIGSTOP to all, the postmaster first, so that it starts no more. The files do not change until `wakeAll`. */
export function stopAll(postmaster: number): number[] {
	trySignal(postmaster, "SIGSTOP");
	const all = processesOf(postmaster);
	for (const pid of all) trySignal(pid, "SIGSTOP");
	return all;
}

export function wakeAll(pids: readonly number[]): void {
	for (const pid of pids) trySignal(pid, "SIGCONT");
}

/** The children of a killed postmaster need a moment to notice and end. */
export async function untilGone(pids: readonly number[]): Promise<void> {
	for (const deadline = Date.now() + GONE_LIMIT_MS; Date.now() < deadline; await pause(20))
		if (!pids.some((pid) => trySignal(pid, 0))) return;
	throw new Error("the processes of a killed PostgreSQL do not end");
}

export function trySignal(pid: number, signal: NodeJS.Signals | 0): boolean {
	try {
		return process.kill(pid, signal);
	} catch {
		return false;
	}
}

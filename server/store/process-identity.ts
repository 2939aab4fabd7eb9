/** Which process is it really? A pid is given again after its process has died; the start time tells the two apart. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

export interface ProcessIdentity {
	pid: number;
	/** Opaque: boot and start time of the process, equal only for the same process. */
	startedAt: string;
}

const LOOK_AGAIN_MS = 50;

/** Null when no such process lives (a zombie does not live). */
export function identifyProcess(pid: number): ProcessIdentity | null {
	if (!Number.isInteger(pid) || pid < 1) return null;
	const startedAt = process.platform === "linux" ? startFromProc(pid) : startFromPs(pid);
	return startedAt === null ? null : { pid, startedAt };
}

export function isAlive(identity: ProcessIdentity): boolean {
	return identifyProcess(identity.pid)?.startedAt === identity.startedAt;
}

/** Asks by SIGTERM, after `graceMs` insists by SIGKILL; true when it is gone. Another process with the same pid is never touched. */
export async function endProcess(identity: ProcessIdentity, graceMs: number): Promise<boolean> {
	if (signal(identity, "SIGTERM") && !(await isGoneWithin(identity, graceMs))) {
		signal(identity, "SIGKILL");
		return isGoneWithin(identity, 5_000);
	}
	return true;
}

function signal(identity: ProcessIdentity, name: NodeJS.Signals): boolean {
	if (!isAlive(identity)) return false;
	try {
		process.kill(identity.pid, name);
		return true;
	} catch {
		return false;
	}
}

/** False when it still lives after that time. */
export async function isGoneWithin(identity: ProcessIdentity, timeMs: number): Promise<boolean> {
	const deadline = Date.now() + timeMs;
	while (isAlive(identity)) {
		if (Date.now() > deadline) return false;
		await pause(LOOK_AGAIN_MS);
	}
	return true;
}

function startFromProc(pid: number): string | null {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
		// The name in brackets may hold anything; what follows it is: state, ppid, … and as 20th the start in ticks since boot.
		const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
		if (fields[0] === "Z" || fields[0] === "X") return null;
		return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}:${fields[19]}`;
	} catch {
		return null;
	}
}

function startFromPs(pid: number): string | null {
	try {
		const text = execFileSync("ps", ["-o", "state=,lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
		const [state, ...start] = text.split(/\s+/);
		return state === undefined || state.startsWith("Z") ? null : start.join(" ");
	} catch {
		return null;
	}
}

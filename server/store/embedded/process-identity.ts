/** Identifies processes. The system reuses pids; the start time distinguishes them. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readlinkSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

export interface ProcessIdentity {
	pid: number;
	/** Opaque: boot and start time, equal only for the same process. */
	startedAt: string;
}

const POLL_MS = 50;

/** Returns null when no such process lives; a zombie counts as dead. */
export function identifyProcess(pid: number): ProcessIdentity | null {
	if (!Number.isInteger(pid) || pid < 1) return null;
	const startedAt = process.platform === "linux" ? startFromProc(pid) : startFromPs(pid);
	return startedAt === null ? null : { pid, startedAt };
}

export function isAlive(identity: ProcessIdentity): boolean {
	return identifyProcess(identity.pid)?.startedAt === identity.startedAt;
}

/** True for a living process that /proc does not show to this account (`hidepid`, `ProtectProc`): nobody can say which one it is. */
export function isHidden({ pid }: ProcessIdentity): boolean {
	if (process.platform !== "linux" || existsSync(`/proc/${pid}`)) return false;
	try {
		return process.kill(pid, 0);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}

export async function isGoneWithin(identity: ProcessIdentity, timeMs: number): Promise<boolean> {
	const deadline = Date.now() + timeMs;
	while (isAlive(identity)) {
		if (Date.now() > deadline) return false;
		await pause(POLL_MS);
	}
	return true;
}

/** Names the pid namespace, which differs between containers and machines. Returns null where the system shows none (no /proc). */
export function readPidNamespace(): string | null {
	try {
		return `${readBootId()} ${readlinkSync("/proc/self/ns/pid")}`;
	} catch {
		return null;
	}
}

function readBootId(): string {
	return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
}

function startFromProc(pid: number): string | null {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
		// The name in brackets may contain anything. After it: state, ppid, …; the 20th is the start in ticks since boot.
		const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
		if (fields[0] === "Z" || fields[0] === "X") return null;
		return `${readBootId()}:${fields[19]}`;
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

/** Is the embedded server alive? Its pid file says where; only an answer from our own data folder counts. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { identifyProcess } from "#server/store/process-identity.ts";

export const SUPERUSER = "cauri";

export function pidFileOf(data: string): string {
	return join(data, "postmaster.pid");
}

export interface LivingServer {
	pid: number;
	port: number;
}

/** Null when nobody answers there, or somebody else does. */
export async function livingServer(data: string, password: string): Promise<LivingServer | null> {
	const found = readPidFile(data);
	if (!found) return null;
	const client = new pg.Client({
		host: "127.0.0.1",
		port: found.port,
		user: SUPERUSER,
		password,
		database: "postgres",
		connectionTimeoutMillis: 5_000,
	});
	try {
		await client.connect();
		// Another server may have taken the port since: only the one on our folder counts.
		const { rows } = await client.query<{ data_directory: string }>("show data_directory");
		return rows[0]?.data_directory === data ? found : null;
	} catch {
		return null;
	} finally {
		await client.end().catch(() => undefined);
	}
}

/**
 * A server that is there but does not answer yet (starting, recovering, stopping) is waited for. A pid file whose process is
 * something else by now (pids start anew in a container) would keep PostgreSQL from starting for ever: it is removed.
 */
export async function clearStalePidFile(data: string, password: string, timeoutMs: number): Promise<void> {
	const deadline = Date.now() + timeoutMs;
	for (;;) {
		const found = readPidFile(data);
		if (!found || !identifyProcess(found.pid)) return;
		if (!isServerOf(found.pid, data)) return rmSync(pidFileOf(data), { force: true });
		if ((await livingServer(data, password)) || Date.now() > deadline) return;
		await pause(200);
	}
}

function readPidFile(data: string): LivingServer | null {
	if (!existsSync(pidFileOf(data))) return null;
	const lines = readFileSync(pidFileOf(data), "utf8").split("\n");
	const [pid, port] = [Number(lines[0]), Number(lines[3])];
	return pid > 0 ? { pid, port } : null;
}

/** PostgreSQL works inside its data folder; where that cannot be seen, its name has to do. */
function isServerOf(pid: number, data: string): boolean {
	try {
		return readlinkSync(`/proc/${pid}/cwd`) === data;
	} catch {
		try {
			return /postgres/.test(execFileSync("ps", ["-o", "comm=", "-p", String(pid)], { encoding: "utf8" }));
		} catch {
			return false;
		}
	}
}

/** Finds the embedded server if it runs: its pid file gives the port, and the server that answers there must name our data folder. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { identifyProcess, type ProcessIdentity } from "#server/store/embedded/process-identity.ts";

export const SUPERUSER = "cauri";

function pidFileOf(data: string): string {
	return join(data, "postmaster.pid");
}

export interface LivingServer {
	pid: number;
	port: number;
}

export async function livingServer(data: string, password: string): Promise<LivingServer | null> {
	const found = readPidFile(data);
	if (!found) return null;
	return withClient(addressOf(found.port, "postgres", SUPERUSER, password), async (client) => {
		const { rows } = await client.query<{ data_directory: string }>("show data_directory");
		return rows[0]?.data_directory === data ? found : null;
	}).catch(() => null);
}

export function addressOf(port: number, name: string, role: string, password: string): string {
	return `postgres://${role}:${password}@127.0.0.1:${port}/${name}`;
}

/** Throws when it cannot sign in at the address within five seconds. */
export async function withClient<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
	const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
	// A connection that breaks also rejects its query.
	client.on("error", () => undefined);
	try {
		await client.connect();
		return await run(client);
	} finally {
		await client.end().catch(() => undefined);
	}
}

/**
 * Waits for a server that exists but does not answer yet (starting, stopping), and for one that replays its log after a crash however
 * long that takes: `onReplay` tells after `timeoutMs`. Removes a stale pid file once no process works on the data: it would block
 * every later start.
 */
export async function clearStalePidFile(
	data: string,
	password: string,
	{ timeoutMs, onReplay }: { timeoutMs: number; onReplay?: (() => void) | undefined },
): Promise<void> {
	const deadline = Date.now() + timeoutMs;
	for (let isTold = false; ; ) {
		const found = readPidFile(data);
		if (!found || (await livingServer(data, password))) return;
		if (!someoneWorksOn(data, found.pid)) return rmSync(pidFileOf(data), { force: true });
		if (Date.now() >= deadline) {
			if (!found.isStarting) return;
			if (!isTold) onReplay?.();
			isTold = true;
		}
		await pause(200);
	}
}

/** Finds the server's first process; null when no server runs on this data, even if an old pid file names a process. */
export function findServerProcess(data: string): ProcessIdentity | null {
	const found = readPidFile(data);
	return found && someoneWorksOn(data, found.pid) ? identifyProcess(found.pid) : null;
}

function readPidFile(data: string): (LivingServer & { isStarting: boolean }) | null {
	if (!existsSync(pidFileOf(data))) return null;
	const lines = readFileSync(pidFileOf(data), "utf8").split("\n");
	const [pid, port] = [Number(lines[0]), Number(lines[3])];
	// The status comes a moment after the rest.
	const isStarting = ["", "starting"].includes(lines[7]?.trim() ?? "");
	return pid > 0 ? { pid, port, isStarting } : null;
}

/** On Linux a process with this data folder as working directory counts; elsewhere, process `pid` if its name is that of PostgreSQL. */
function someoneWorksOn(data: string, pid: number): boolean {
	if (process.platform === "linux") return isFolderOfProcess(data, String(pid));
	try {
		return /postgres/.test(execFileSync("ps", ["-o", "comm=", "-p", String(pid)], { encoding: "utf8" }));
	} catch {
		return false;
	}
}

function isFolderOfProcess(folder: string, pid: string): boolean {
	// The folder may be a link to another disk.
	const place = realpathSync(folder);
	return readdirSync("/proc").some((name) => {
		try {
			return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`) === place;
		} catch (error) {
			// Another user namespace hides the server's folder even from its own account.
			return name === pid && (error as NodeJS.ErrnoException).code === "EACCES" && hasOwnerOf(`/proc/${pid}`, place);
		}
	});
}

function hasOwnerOf(path: string, other: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.uid === statSync(other).uid;
}

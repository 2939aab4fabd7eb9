/** The archive as a shop unpacks it: its size, its start and its idle cost. Linux only. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { packArchive } from "#server/cli/release/pack-archive.ts";
import { stageArchive } from "#server/cli/release/stage-archive.ts";
import { substituteOf } from "#server/store/embedded/postgres-place.ts";
import { openListService } from "#tests/bench/open-list-service.ts";
import { environmentFile } from "#tests/deploy/environment-file.ts";
import { freePort } from "#tests/support/programs/free-port.ts";

/** By then the first readings, caches and the first garbage collection are over. */
const SETTLE_MS = 60_000;
const IDLE_MS = 120_000;
const TICKS_A_SECOND = 100;
/** Movements of a small shop's wallet. */
const LINES = 1_000;

/** `idleMb`: web, worker, launcher and PostgreSQL together. `idlePercent`: of one core. */
export async function measureArchive() {
	const folder = mkdtempSync("/var/tmp/cauri-bench-archive-");
	chmodSync(folder, 0o755);
	const staged = join(folder, "cauri");
	const service = await openListService(LINES);
	try {
		stageArchive(staged);
		const packed = join(folder, "cauri.tar.gz");
		await packArchive(staged, packed, 0);
		const dataDir = join(folder, "data");
		writeFileSync(join(staged, ".env"), environmentFile(await freePort(), dataDir, service.baseUrl));
		const began = performance.now();
		const launcher = await startDesk(staged);
		const startSeconds = (performance.now() - began) / 1_000;
		try {
			await pause(SETTLE_MS);
			const ids = () => [...descendants(launcher.pid ?? 0), ...descendants(postmaster(clusterOf(dataDir)))];
			const before = ticks(ids());
			await pause(IDLE_MS);
			const [pids, after] = [ids(), ticks(ids())];
			return {
				packedMb: statSync(packed).size / 1_000_000,
				startSeconds,
				idleMb: pids.reduce((sum, pid) => sum + sharedMemoryMb(pid), 0),
				launcherMb: sharedMemoryMb(launcher.pid ?? 0),
				idlePercent: ((after - before) / TICKS_A_SECOND / (IDLE_MS / 1_000)) * 100,
			};
		} finally {
			const gone = once(launcher, "exit");
			launcher.kill("SIGTERM");
			await gone;
			rmSync(clusterOf(dataDir), { recursive: true, force: true });
		}
	} finally {
		service.stop();
		rmSync(folder, { recursive: true, force: true });
	}
}

async function startDesk(staged: string): Promise<ChildProcess> {
	const environment = { NODE_ENV: "test" as const, PATH: process.env.PATH };
	const child = spawn(join(staged, "cauri"), ["start"], { env: environment, stdio: ["ignore", "pipe", "inherit"] });
	await new Promise<void>((resolve, reject) => {
		let text = "";
		child.stdout.on("data", (chunk: Buffer) => {
			text += chunk.toString("utf8");
			if (text.includes("Cauri answers at")) resolve();
		});
		child.once("exit", () => reject(new Error(`the archive's desk did not start:\n${text}`)));
	});
	return child;
}

/** As root the cluster is outside of the data folder. */
function clusterOf(dataDir: string): string {
	const folder = join(dataDir, "postgres");
	return substituteOf(folder) ?? folder;
}

function postmaster(cluster: string): number {
	return Number(readFileSync(join(cluster, "data", "postmaster.pid"), "utf8").split("\n")[0]);
}

function descendants(root: number): number[] {
	const parents = new Map<number, number>();
	for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
		const fields = statFields(Number(name));
		if (fields) parents.set(Number(name), Number(fields[1]));
	}
	const found = [root];
	for (const pid of found) for (const [child, parent] of parents) if (parent === pid) found.push(child);
	return found;
}

/** Fields of /proc/PID/stat from the state on, after the program's name. Null: the process has ended. */
function statFields(pid: number): string[] | null {
	try {
		return readFileSync(`/proc/${pid}/stat`, "utf8")
			.replace(/^.*\) /s, "")
			.split(" ");
	} catch {
		return null;
	}
}

function ticks(pids: readonly number[]): number {
	return pids.reduce((sum, pid) => {
		const fields = statFields(pid);
		return sum + Number(fields?.[11] ?? 0) + Number(fields?.[12] ?? 0);
	}, 0);
}

/** Proportional: a page that several processes share counts once in their sum. */
function sharedMemoryMb(pid: number): number {
	try {
		const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
		return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1_000;
	} catch {
		return 0;
	}
}

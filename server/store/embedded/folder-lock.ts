/**
 * A lock on a folder that at most one process holds and that ends with this process. Each process first writes its own lock file,
 * then withdraws if another running process has one: of two that start at once, at least one sees the other's file.
 */
import { randomBytes, randomInt } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { makeFolder } from "#server/store/durable-file.ts";
import {
	identifyProcess,
	isAlive,
	isHidden,
	type ProcessIdentity,
	readPidNamespace,
} from "#server/store/embedded/process-identity.ts";

export interface LockHolder extends ProcessIdentity {
	program: string;
	/** False while the process still looks for other lock files. */
	held: boolean;
	/** Null where the system shows no pid namespace (no /proc); the holder then counts as a process of this machine. */
	pidNamespace: string | null;
}

/** A holder touches its file this often: another container or machine cannot see its process, only the file's time. */
const BEAT_MS = 1_000;
const WATCH_MS = 5_000;

export async function takeFolderLock(
	folder: string,
	name: string,
	program: string,
): Promise<{ lock: { release(): void } } | { holder: LockHolder }> {
	makeFolder(folder);
	const mine = `${name}.${randomBytes(8).toString("hex")}.lock`;
	let beat: NodeJS.Timeout | undefined;
	const release = () => {
		clearInterval(beat);
		rmSync(join(folder, mine), { force: true });
	};
	for (;;) {
		try {
			writeLockFile(folder, mine, program, false);
			beat = setInterval(touch, BEAT_MS, join(folder, mine)).unref();
			const others = await livingHolders(folder, name, mine);
			if (others.length === 0) {
				writeLockFile(folder, mine, program, true);
				return { lock: { release } };
			}
			release();
			const holder = others.find((other) => other.held);
			if (holder) return { holder };
		} catch (error) {
			// The disk may be full: a file left here would block every program, this one too, for as long as this process lives.
			release();
			throw error;
		}
		// Both are still checking: the process with the shorter random wait goes first.
		await pause(randomInt(5, 100));
	}
}

/** Throws when the lock stays taken for `timeoutMs`. */
export async function withFolderLock<T>(
	folder: string,
	name: string,
	timeoutMs: number,
	run: () => Promise<T>,
): Promise<T> {
	const deadline = Date.now() + timeoutMs;
	for (;;) {
		const taken = await takeFolderLock(folder, name, name);
		if ("lock" in taken) {
			try {
				return await run();
			} finally {
				taken.lock.release();
			}
		}
		if (Date.now() > deadline) throw new Error(`process ${taken.holder.pid} holds ${name} of ${folder} for too long`);
		await pause(50);
	}
}

/** Writes a draft and renames it, so that nobody reads half a file. */
function writeLockFile(folder: string, file: string, program: string, held: boolean): void {
	const draft = join(folder, `.${file}`);
	const holder = { ...identifyProcess(process.pid), program, held, pidNamespace: readPidNamespace() };
	try {
		writeFileSync(draft, JSON.stringify(holder), { mode: 0o600 });
		renameSync(draft, join(folder, file));
	} catch (error) {
		rmSync(draft, { force: true });
		throw error;
	}
}

async function livingHolders(folder: string, name: string, mine: string): Promise<LockHolder[]> {
	const files = readdirSync(folder).filter(
		(file) => file.startsWith(`${name}.`) && file.endsWith(".lock") && file !== mine,
	);
	const found = files.map(async (file) => {
		const path = join(folder, file);
		const holder = readHolder(path);
		const isUnseen = holder && (isElsewhere(holder) || isHidden(holder));
		if (holder && (isUnseen ? await isTouched(path) : isAlive(holder))) return [holder];
		rmSync(path, { force: true });
		return [];
	});
	return (await Promise.all(found)).flat();
}

/** True for a holder in another container or on another machine, whose processes nobody can see from here. */
export function isElsewhere({ pidNamespace }: LockHolder): boolean {
	return typeof pidNamespace === "string" && pidNamespace !== readPidNamespace();
}

function touch(path: string): void {
	try {
		utimesSync(path, new Date(), new Date());
	} catch {
		// The lock was released meanwhile, or the disk is unavailable.
	}
}

/** Watches the file's time for a change and does not compare it with our clock, because two machines' clocks differ. */
async function isTouched(path: string): Promise<boolean> {
	const timeOf = () => statSync(path, { throwIfNoEntry: false })?.mtimeMs;
	const first = timeOf();
	for (let waited = 0; waited < WATCH_MS && timeOf() === first; waited += BEAT_MS / 4) await pause(BEAT_MS / 4);
	const last = timeOf();
	return last !== undefined && last !== first;
}

function readHolder(path: string): LockHolder | null {
	try {
		return JSON.parse(readFileSync(path, "utf8")) as LockHolder;
	} catch {
		return null;
	}
}

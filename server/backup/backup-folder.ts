/** Manages a folder of backups: file names, leftovers of crashes, removal of old files. */
import { existsSync } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { UserFacingError } from "#server/errors.ts";
import { takeFolderLock } from "#server/store/embedded/folder-lock.ts";

const NAME = /^cauri-\d{4}-\d\d-\d\dT\d{6}Z(-\d+)?\.tar\.gz(\.age)?$/;
const DRAFT = ".draft";

/** Locks the folder, creating it when missing. A second backup into the same folder is refused. */
export async function withBackupFolder<T>(folder: string, run: () => Promise<T>): Promise<T> {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const taken = await takeFolderLock(folder, "backup", "backup");
	if ("holder" in taken)
		throw new UserFacingError(`Another backup is being written to ${folder} (process ${taken.holder.pid}).`);
	try {
		// These drafts are leftovers of killed processes: the lock excludes any other writer.
		for (const name of await readdir(folder))
			if (name.startsWith("cauri-") && name.endsWith(DRAFT)) await rm(join(folder, name), { force: true });
		return await run();
	} finally {
		taken.lock.release();
	}
}

/** Returns an unused name. It begins with the time, so names sort by time. */
export function nextName(folder: string, at: Date, isEncrypted = false): { path: string; draft: string } {
	const stem = `cauri-${at.toISOString().slice(0, 19).replaceAll(":", "")}Z`;
	for (let number = 1; ; number += 1) {
		const path = join(folder, `${stem}${number > 1 ? `-${number}` : ""}.tar.gz${isEncrypted ? ".age" : ""}`);
		if (!existsSync(path)) return { path, draft: `${path}${DRAFT}` };
	}
}

/** Renames the draft to its final name; both are on disk on return. */
export async function publish(draft: string, path: string, folder: string): Promise<void> {
	await rename(draft, path);
	const handle = await open(folder, "r");
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

/** Removes all but `latest` and the newest others, `keep` in all, and returns their names. Leaves other files alone. */
export async function removeOld(folder: string, keep: number, latest: string): Promise<string[]> {
	// If the clock was once ahead, older backups have later names than `latest`.
	const others = (await readdir(folder)).filter((name) => NAME.test(name) && name !== basename(latest));
	const old = others.sort(byTime).slice(0, Math.max(0, others.length - (keep - 1)));
	for (const name of old) await rm(join(folder, name), { force: true });
	return old;
}

/** "…Z-10" sorts after "…Z-2". */
function byTime(a: string, b: string): number {
	const [x, y] = [a, b].map(
		(name) => [name.slice(0, 24), Number(/-(\d+)\.tar/.exec(name.slice(24))?.[1] ?? 1)] as const,
	);
	if (!x || !y || x[0] === y[0]) return (x?.[1] ?? 0) - (y?.[1] ?? 0);
	return x[0] < y[0] ? -1 : 1;
}

/** The files of a folder of backups: how they are called, which are left over from a crash, which are too old. */
import { existsSync } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { BackupError } from "#server/backup/backup-error.ts";
import { takeFolderLock } from "#server/store/folder-lock.ts";

const NAME = /^cauri-\d{4}-\d\d-\d\dT\d{6}Z(-\d+)?\.tar\.gz$/;
const DRAFT = ".draft";

/** Takes the folder, made when it is missing: of two backups at once into one folder, the second is refused. */
export async function withBackupFolder<T>(folder: string, run: () => Promise<T>): Promise<T> {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const taken = await takeFolderLock(folder, "backup", "backup");
	if ("holder" in taken)
		throw new BackupError(`Another backup is being written to ${folder} (process ${taken.holder.pid}).`);
	try {
		// Whoever wrote these was killed: nobody else works here.
		for (const name of await readdir(folder))
			if (name.startsWith("cauri-") && name.endsWith(DRAFT)) await rm(join(folder, name), { force: true });
		return await run();
	} finally {
		taken.lock.release();
	}
}

/** A name that nothing has yet; the time stands in it, so that names stand in the order of time. */
export function nextName(folder: string, at: Date): { path: string; draft: string } {
	const stem = `cauri-${at.toISOString().slice(0, 19).replaceAll(":", "")}Z`;
	for (let number = 1; ; number += 1) {
		const path = join(folder, `${stem}${number > 1 ? `-${number}` : ""}.tar.gz`);
		if (!existsSync(path)) return { path, draft: `${path}${DRAFT}` };
	}
}

/** Gives the draft its name, on the disk when this returns. */
export async function publish(draft: string, path: string, folder: string): Promise<void> {
	await rename(draft, path);
	const handle = await open(folder, "r");
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

/** Removes all but the newest `keep`, and says which. Other files are left alone. */
export async function removeOld(folder: string, keep: number): Promise<string[]> {
	const names = (await readdir(folder)).filter((name) => NAME.test(name));
	const old = names.sort(byTime).slice(0, Math.max(0, names.length - keep));
	for (const name of old) await rm(join(folder, name), { force: true });
	return old;
}

/** "…Z-10" is after "…Z-2". */
function byTime(a: string, b: string): number {
	const [x, y] = [a, b].map(
		(name) => [name.slice(0, 24), Number(/-(\d+)\.tar/.exec(name.slice(24))?.[1] ?? 1)] as const,
	);
	if (!x || !y || x[0] === y[0]) return (x?.[1] ?? 0) - (y?.[1] ?? 0);
	return x[0] < y[0] ? -1 : 1;
}

import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { UserFacingError } from "#server/errors.ts";
import { makeFolder } from "#server/store/durable-file.ts";
import { takeFolderLock } from "#server/store/embedded/folder-lock.ts";

const NAME = /^cauri-\d{4}-\d\d-\d\dT\d{6}Z(-\d+)?\.tar\.gz(\.age)?$/;
const DRAFT = ".draft";

/** Throws a UserFacingError while another backup is written to the folder. Creates a missing folder. */
export async function withBackupFolder<T>(folder: string, run: () => Promise<T>): Promise<T> {
	makeFolder(folder, 0o700);
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

export function nextName(folder: string, at: Date, isEncrypted = false): { path: string; draft: string } {
	const stem = `cauri-${at.toISOString().slice(0, 19).replaceAll(":", "")}Z`;
	for (let number = 1; ; number += 1) {
		const path = join(folder, `${stem}${number > 1 ? `-${number}` : ""}.tar.gz${isEncrypted ? ".age" : ""}`);
		if (!existsSync(path)) return { path, draft: `${path}${DRAFT}` };
	}
}

/** Keeps `latest` and the newest others, `keep` backups in all; removes the rest and returns their names. Leaves other files alone. */
export async function removeOld(folder: string, keep: number, latest: string): Promise<string[]> {
	// If the clock was once ahead, older backups have later names than `latest`.
	const others = (await readdir(folder)).filter((name) => NAME.test(name) && name !== basename(latest));
	const old = others.sort(byTime).slice(0, Math.max(0, others.length - (keep - 1)));
	for (const name of old) await rm(join(folder, name), { force: true });
	return old;
}

/** Compares names so that "…Z-10" follows "…Z-2", and both follow "…Z". */
function byTime(a: string, b: string): number {
	const [one = "", other = ""] = [a, b].map((name) => name.split(".", 1)[0]);
	return one.localeCompare(other, "en", { numeric: true });
}

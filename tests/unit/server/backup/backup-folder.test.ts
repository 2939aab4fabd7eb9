import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { nextName, removeOld, withBackupFolder } from "#server/backup/backup-folder.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

let folder = "";
beforeEach(() => {
	folder = temporaryFolder();
});
const put = (...names: string[]) => {
	for (const name of names) writeFileSync(join(folder, name), "");
};
const AT = new Date("2026-11-22T06:55:02.900Z");

test("two backups of one second have two names, in order", () => {
	expect(nextName(folder, AT).path).toBe(join(folder, "cauri-2026-11-22T065502Z.tar.gz"));
	put("cauri-2026-11-22T065502Z.tar.gz");
	expect(nextName(folder, AT).path).toBe(join(folder, "cauri-2026-11-22T065502Z-2.tar.gz"));
});

test.runIf(process.platform === "linux")("a folder that cannot be made is refused at once", async () => {
	await expect(withBackupFolder("/proc/none", async () => undefined)).rejects.toThrow("ENOENT");
});

test("the newest are kept, and no file that is not a backup is touched", async () => {
	const names = [
		"cauri-2025-12-31T235959Z.tar.gz",
		"cauri-2026-11-21T020000Z.tar.gz",
		"cauri-2026-11-22T065502Z.tar.gz",
		"cauri-2026-11-22T065502Z-2.tar.gz",
		"cauri-2026-11-22T065502Z-10.tar.gz",
	];
	const others = ["cauri-2020-01-01T000000Z.tar.gz.keep", "notes.txt", "cauri-before-the-move.tar.gz"];
	put(...names, ...others);
	const latest = join(folder, "cauri-2026-11-22T065502Z-10.tar.gz");
	expect(await removeOld(folder, 2, latest)).toEqual(names.slice(0, 3));
	expect(readdirSync(folder).sort()).toEqual([...names.slice(3), ...others].sort());
	expect(await removeOld(folder, 9, latest)).toEqual([]);
});

test("the backup that was just written is kept, also beside those of a clock that was ahead", async () => {
	const [ahead, latest] = ["cauri-2031-01-01T000000Z.tar.gz", "cauri-2026-11-22T065502Z.tar.gz"];
	put(ahead, latest);
	expect(await removeOld(folder, 1, join(folder, latest))).toEqual([ahead]);
	expect(readdirSync(folder)).toEqual([latest]);
});

test("what a killed backup left goes at the next one; the folder is its owner's alone", async () => {
	const inner = join(folder, "inner");
	await withBackupFolder(inner, async () => {});
	expect(statSync(inner).mode & 0o777).toBe(0o700);
	writeFileSync(join(inner, "cauri-2026-11-22T065502Z.tar.gz.draft"), "half");
	await withBackupFolder(inner, async () => expect(readdirSync(inner)).toHaveLength(1));
	expect(existsSync(join(inner, "cauri-2026-11-22T065502Z.tar.gz.draft"))).toBe(false);
});

test("of two backups at once into one folder the second is refused", async () => {
	await withBackupFolder(folder, async () => {
		await expect(withBackupFolder(folder, async () => {})).rejects.toThrow("Another backup is being written");
	});
	await withBackupFolder(folder, async () => {});
});

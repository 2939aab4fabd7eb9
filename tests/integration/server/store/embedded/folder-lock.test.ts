import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, readdirSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { takeFolderLock } from "#server/store/embedded/folder-lock.ts";
import { launchProgram } from "#tests/support/programs/launch-program.ts";
import { moveElsewhere } from "#tests/support/programs/move-elsewhere.ts";
import { MAY_MOUNT, mountSmallDisk } from "#tests/support/programs/small-disk.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

const HOLD = "tests/integration/server/store/programs/hold-lock.ts";

test("of many processes at once exactly one gets the lock, and the others are told which", async () => {
	const folder = temporaryFolder();
	const programs = Array.from({ length: 6 }, () => launchProgram(HOLD, {}, [folder]));
	const words = await Promise.all(programs.map(async (program) => (await program.saying(/mine|held by (\d+)/))[0]));
	const owner = programs[words.indexOf("mine")];
	expect(words.filter((word) => word === "mine")).toHaveLength(1);
	expect(words.filter((word) => word === `held by ${owner?.pid}`)).toHaveLength(5);
});

test("the lock of a killed process is taken over, and its file does not stay", async () => {
	const folder = temporaryFolder();
	const killed = launchProgram(HOLD, {}, [folder]);
	await killed.saying(/mine/);
	killed.kill("SIGKILL");
	await killed.ended;
	const next = launchProgram(HOLD, {}, [folder]);
	await next.saying(/mine/);
	expect(readdirSync(folder)).toHaveLength(1);
});

test("a lock that is held in another container is held, though its process cannot be seen, and ends with that process", async () => {
	const folder = temporaryFolder();
	const there = launchProgram(HOLD, {}, [folder]);
	await there.saying(/mine/);
	moveElsewhere(folder);
	expect(await takeFolderLock(folder, "test", "here")).toMatchObject({ holder: { program: "hold-lock" } });
	there.kill("SIGKILL");
	await there.ended;
	expect(await takeFolderLock(folder, "test", "here")).toHaveProperty("lock");
});

test.runIf(MAY_MOUNT)("a lock whose living holder the system hides stays held", async () => {
	const folder = temporaryFolder();
	chownSync(folder, 65_534, 65_534);
	const account = "setpriv --reuid=65534 --regid=65534 --clear-groups";
	const run = (command: string) => {
		const child = spawn("unshare", ["--mount", "sh", "-c", `${command} "$0" ${HOLD} ${folder}`, process.execPath]);
		onTestFinished(() => void child.kill("SIGKILL"));
		return once(child.stdout, "data").then(String);
	};
	expect(await run(`exec ${account}`)).toBe("mine\n");
	const hidden = await run(`mount -t proc -o hidepid=invisible proc /proc && exec ${account} unshare --user`);
	expect(hidden).toMatch(/^held by \d+\n$/);
});

test("a lock that was given back can be taken again", async () => {
	const folder = temporaryFolder();
	const first = await takeFolderLock(folder, "test", "first");
	if (!("lock" in first)) throw new Error("a new folder was locked");
	expect(await takeFolderLock(folder, "test", "second")).toMatchObject({ holder: { program: "first" } });
	first.lock.release();
	expect(await takeFolderLock(folder, "test", "second")).toHaveProperty("lock");
});

test.runIf(MAY_MOUNT)(
	"that a full disk cuts off in the midst of taking is nobody's: with space it is taken",
	async () => {
		const disk = mountSmallDisk("64k");
		onTestFinished(disk.remove);
		// One page is enough to look around, but not to write the lock.
		disk.fill(4_096);
		await expect(takeFolderLock(disk.folder, "starting", "one")).rejects.toThrow("ENOSPC");
		expect(readdirSync(disk.folder)).toEqual(["filler"]);
		disk.empty();
		const taken = await takeFolderLock(disk.folder, "starting", "two");
		expect(taken).toHaveProperty("lock");
	},
);

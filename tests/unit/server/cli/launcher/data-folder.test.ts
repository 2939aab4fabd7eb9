import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { takeDataFolder } from "#server/cli/launcher/preflight.ts";
import type { Launch } from "#server/cli/launcher/run-launcher.ts";
import { keptFile } from "#server/store/durable-file.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

const disk = vi.hoisted(() => ({ freeMb: 0, isCut: false }));
vi.mock("node:fs", async (original) => {
	const fs = await original<typeof import("node:fs")>();
	const writeFileSync: typeof fs.writeFileSync = (file, text, options) => {
		fs.writeFileSync(file, disk.isCut ? "" : text, options);
		if (disk.isCut) throw new Error("power cut");
	};
	const rmSync: typeof fs.rmSync = (...given) => void (disk.isCut || fs.rmSync(...given));
	return { ...fs, statfsSync: () => ({ bavail: disk.freeMb, bsize: 1_000_000 }), writeFileSync, rmSync };
});

function launch(): Launch {
	const ends: (() => Promise<void> | void)[] = [];
	onTestFinished(async () => {
		for (const end of ends) await end();
	});
	return { onEnd: (end: () => void) => ends.push(end) } as unknown as Launch;
}

test("a new desk asks for the room on the disk that its database and its growing take", async () => {
	disk.freeMb = 300;
	await expect(takeDataFolder(launch(), temporaryFolder(), "start")).rejects.toThrow(
		/has 300 MB left; Cauri needs 500 MB/,
	);
});

test("an existing desk starts with little room: refused, it would pay nobody and watch nothing", async () => {
	disk.freeMb = 40;
	const folder = temporaryFolder();
	mkdirSync(join(folder, "postgres"));
	await expect(takeDataFolder(launch(), folder, "start")).resolves.toBeUndefined();
});

test("a power cut while a secret is written leaves no empty file, with which nothing would start", () => {
	const file = join(temporaryFolder(), "audit-key.pem");
	disk.isCut = true;
	expect(() => keptFile(file, "secret")).toThrow("power cut");
	disk.isCut = false;
	expect([keptFile(file, "secret"), keptFile(file, "another")]).toEqual(["secret", "secret"]);
});

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { takeOwnDatabase, withDeskDatabase } from "#server/cli/launcher/desk-database.ts";
import { takeFolderLock } from "#server/store/embedded/folder-lock.ts";
import { moveElsewhere } from "#tests/support/programs/move-elsewhere.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

test("a tool starts no second PostgreSQL on the files of a desk that runs in another container", async () => {
	const dataDir = temporaryFolder();
	const taken = await takeFolderLock(dataDir, "launcher", "start");
	onTestFinished(() => void ("lock" in taken && taken.lock.release()));
	moveElsewhere(dataDir);
	const run = vi.fn();
	await expect(
		withDeskDatabase({ NODE_ENV: "test", DATA_DIR: dataDir }, { program: "member", creates: true }, run),
	).rejects.toThrow("in another container or on another machine (npm run start)");
	expect(run).not.toHaveBeenCalled();
	expect(existsSync(join(dataDir, "postgres"))).toBe(false);
});

test("a program takes its own address also from a file, and does not read the other program's", () => {
	const file = join(temporaryFolder(), "address");
	writeFileSync(file, "postgres://worker@db/desk\n");
	const env = { NODE_ENV: "test" as const, DATABASE_WORKER_URL_FILE: file, DATABASE_WEB_URL_FILE: "/nowhere" };
	takeOwnDatabase(env, "worker");
	expect(env).toEqual({ NODE_ENV: "test", DATABASE_URL: "postgres://worker@db/desk", DATABASE_URL_FILE: "" });
});

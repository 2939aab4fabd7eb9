import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { withDeskDatabase } from "#server/cli/launcher/desk-database.ts";
import { takeFolderLock } from "#server/store/embedded/folder-lock.ts";
import { moveElsewhere } from "#tests/support/programs/move-elsewhere.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

test("a tool starts no second PostgreSQL on the files of a desk that runs in another container", async () => {
	const dataDir = temporaryFolder();
	const taken = await takeFolderLock(dataDir, "launcher", "start");
	onTestFinished(() => void ("lock" in taken && taken.lock.release()));
	moveElsewhere(dataDir);
	const run = vi.fn();
	await expect(withDeskDatabase({ NODE_ENV: "test", DATA_DIR: dataDir }, { program: "member" }, run)).rejects.toThrow(
		"in another container or on another machine (npm run start)",
	);
	expect(run).not.toHaveBeenCalled();
	expect(existsSync(join(dataDir, "postgres"))).toBe(false);
});

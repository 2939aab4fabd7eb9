import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, test, vi } from "vitest";
import { openChildLog } from "#server/cli/launcher/child-log.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

test("a log of which nothing can be written nor removed, as on a disk that became read-only, ends no launcher", async () => {
	const folder = temporaryFolder();
	const stands = ["web.log", "web.log.1"].map((name) => join(folder, name));
	for (const path of stands) mkdirSync(path);
	const complaints = vi.spyOn(process.stderr, "write").mockReturnValue(true);
	const output = new PassThrough();
	const log = openChildLog(folder, "web");
	log.follow(output);
	output.write("the first line\n");
	await expect.poll(() => complaints).toHaveBeenCalledWith(expect.stringContaining("cannot be written"));
	complaints.mockRestore();
	for (const path of stands) rmSync(path, { recursive: true });
	output.write("the second line\n");
	await expect.poll(() => readFileSync(log.file, "utf8")).toBe("the second line\n");
});

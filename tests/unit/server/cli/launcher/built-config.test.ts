import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { builtConfig } from "#server/cli/launcher/build.ts";

let folder = "";
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "cauri-built-"));
	vi.stubEnv("NEXT_DIST_DIR", folder);
});
afterEach(() => {
	vi.unstubAllEnvs();
	rmSync(folder, { recursive: true });
});

test("the web program starts with the configuration that its build kept, in the folder where it stands now", () => {
	const config = { poweredByHeader: false, distDir: ".next" };
	writeFileSync(join(folder, "required-server-files.json"), JSON.stringify({ config }));
	expect(builtConfig()).toEqual({ poweredByHeader: false, distDir: folder });
});

test.each([
	["kept none", null],
	["kept another shape", '{"version":2}'],
	["was cut short", '{"config":{'],
])("where the build %s, Next reads its own file", (_what, text) => {
	if (text !== null) writeFileSync(join(folder, "required-server-files.json"), text);
	expect(builtConfig()).toBeUndefined();
});

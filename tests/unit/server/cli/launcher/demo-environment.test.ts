import { afterEach, expect, test, vi } from "vitest";
import { demoEnvironment, planDemo } from "#server/cli/launcher/demo-environment.ts";
import { loadEnvFile } from "#server/cli/launcher/project.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

afterEach(() => {
	vi.unstubAllEnvs();
	vi.restoreAllMocks();
});

test("a demo beside a business's desk writes nothing into its second folder, where it would pass for a copy", () => {
	vi.stubEnv("HEAD_DIR", "/mnt/elsewhere/cauri");
	const plan = planDemo({ NODE_ENV: "test", DATA_DIR: temporaryFolder() });
	expect(demoEnvironment(plan, "postgres://127.0.0.1:9/none", "production").HEAD_DIR).toBe("");
});

test("a demo's address is where its HOST makes it listen", () => {
	const at = (HOST: string) => new URL(planDemo({ NODE_ENV: "test", HOST }).origin).hostname;
	expect(["", "0.0.0.0", "192.168.1.5"].map(at)).toEqual(["localhost", "localhost", "192.168.1.5"]);
});

test("the programs of a demo read nothing of a business's .env, those of a desk all of it", () => {
	const read = vi.spyOn(process, "loadEnvFile").mockReturnValue(undefined);
	vi.stubEnv("MOMO_IS_SANDBOX", "1");
	loadEnvFile();
	expect(read).not.toHaveBeenCalled();
	vi.stubEnv("MOMO_IS_SANDBOX", "");
	loadEnvFile();
	expect(read).toHaveBeenCalledOnce();
});

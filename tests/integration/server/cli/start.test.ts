import { existsSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { COMPLETE } from "#tests/support/programs/complete-environment.ts";
import { freePort } from "#tests/support/programs/free-port.ts";
import { launchProgram } from "#tests/support/programs/launch-program.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

/** A folder that looks like a finished build: these starts end before they serve from it. */
function finishedBuild(): string {
	const folder = temporaryFolder();
	writeFileSync(join(folder, "BUILD_ID"), "test");
	return folder;
}

async function takePort(): Promise<number> {
	const port = await freePort();
	const server = createServer().listen(port, "127.0.0.1");
	await new Promise((resolve) => server.once("listening", resolve));
	onTestFinished(() => void server.close());
	return port;
}

test("npm start names every fault of the environment at once, and starts nothing", async () => {
	const dataDir = join(temporaryFolder(), "data");
	const start = launchProgram("server/cli/start.ts", {
		DATA_DIR: dataDir,
		NEXT_DIST_DIR: temporaryFolder(),
		MOMO_BASE_URL: "http://service.example/api/v2/",
		MOMO_API_KEY: "test-key",
		WALLET_CURRENCIES: "francs",
		SESSION_PASSWORD: "short",
		PORT: "eighty",
		TIME_ZONE: "Mars/Olympus",
	});
	expect(await start.ended).toBe(1);
	for (const fault of [
		"there is no finished build",
		"MOMO_BASE_URL must end in /api/v1/",
		"MOMO_BASE_URL must be https:",
		"MOMO_API_SECRET (or MOMO_API_SECRET_FILE) is missing",
		"WALLET_CURRENCIES must be three-letter codes",
		"SESSION_PASSWORD must have at least 32 characters",
		"PORT must be a whole number",
		"TIME_ZONE Mars/Olympus is not a known time zone",
	])
		expect(start.output()).toContain(fault);
	expect(existsSync(dataDir)).toBe(false);
});

test.each([
	["start", "WORKER_PORT", COMPLETE],
	["start", "METRICS_PORT", COMPLETE],
	["demo", "SANDBOX_PORT", {}],
])(
	"npm run %s says to set %s when that port is taken, and leaves nothing running",
	async (program, variable, given) => {
		const dataDir = join(temporaryFolder(), "data");
		const port = await takePort();
		const env = { ...given, DATA_DIR: dataDir, NEXT_DIST_DIR: finishedBuild(), PORT: String(await freePort()) };
		const start = launchProgram(`server/cli/${program}.ts`, { ...env, [variable]: String(port) });
		expect(await start.ended).toBe(1);
		expect(start.output().trim()).toBe(
			`Port ${port} is taken by another program. Choose another one, for example ${variable}=${port + 1}, and start again.`,
		);
		expect(existsSync(join(dataDir, "postgres"))).toBe(false);
	},
);

test("npm start refuses a HOST that is no address of this machine, and does not wait for the desk", async () => {
	const env = { ...COMPLETE, DATA_DIR: temporaryFolder(), NEXT_DIST_DIR: finishedBuild(), HOST: "192.0.2.1" };
	const start = launchProgram("server/cli/start.ts", { ...env, APP_ORIGIN: "https://desk.example" });
	expect(await start.ended).toBe(1);
	expect(start.output()).toBe("This machine does not have the address 192.0.2.1. Set HOST to one of its own.\n");
});

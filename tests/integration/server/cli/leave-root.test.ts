import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { launchProgram } from "#tests/support/programs/launch-program.ts";

const { url } = await createTestDatabase();

/** A folder that every account may pass. */
function openFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), "cauri-root-"));
	chmodSync(folder, 0o755);
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

function startWorker(dataDir: string, env: Record<string, string> = {}) {
	return launchProgram("server/cli/worker.ts", {
		MOMO_BASE_URL: "http://127.0.0.1:9/api/v1/",
		MOMO_API_KEY: "test-key",
		MOMO_API_SECRET: "test-secret",
		WALLET_CURRENCIES: "XOF",
		SESSION_PASSWORD: "a-session-password-of-the-tests-only",
		DATABASE_URL: url,
		DATA_DIR: dataDir,
		ALLOW_ROOT: "",
		...env,
	});
}

describe.runIf(process.getuid?.() === 0)("a program that was started as root", () => {
	test("is an ordinary account, with no group of root's, on a folder of its own", async () => {
		const dataDir = join(openFolder(), "data");
		const worker = startWorker(dataDir);
		await worker.saying(/worker_started/);
		const status = readFileSync(`/proc/${worker.pid}/status`, "utf8");
		const idsOf = (name: string) => new Set(new RegExp(`^${name}:\\s+(.*)$`, "m").exec(status)?.[1]?.split(/\s+/));
		const owner = String(statSync(dataDir).uid);
		expect(owner).not.toBe("0");
		expect(idsOf("Uid")).toEqual(new Set([owner]));
		expect(idsOf("Gid")).not.toContain("0");
		expect(/^Groups:\s*$/m.test(status)).toBe(true);
		expect(/^CapEff:\s+0+$/m.test(status)).toBe(true);
		worker.kill("SIGTERM");
		expect(await worker.ended).toBe(0);
		// A tool that root starts beside it leaves nothing of root's there.
		const tool = launchProgram("server/cli/member.ts", { DATABASE_URL: url, DATA_DIR: dataDir }, ["list"]);
		expect(await tool.ended).toBe(0);
		expect(readdirSync(dataDir).filter((name) => String(statSync(join(dataDir, name)).uid) !== owner)).toEqual([]);
		// The next start finds its own.
		await startWorker(dataDir).saying(/worker_started/);
	});

	test("refuses what root has kept so far with the sentence that hands it over, and touches nothing", async () => {
		const dataDir = join(openFolder(), "data");
		mkdirSync(dataDir);
		writeFileSync(join(dataDir, "kept"), "of root", { mode: 0o600 });
		const refused = startWorker(dataDir);
		expect(await refused.ended).toBe(1);
		expect(refused.output()).toContain(`hand it over once by chown -R cauri: ${dataDir}`);
		expect([statSync(dataDir).uid, statSync(join(dataDir, "kept")).uid]).toEqual([0, 0]);
	});

	test("refuses a secret's file that its account could not read again", async () => {
		const folder = openFolder();
		const secret = join(folder, "secret");
		writeFileSync(secret, "test-secret", { mode: 0o600 });
		const env = { MOMO_API_SECRET: "", MOMO_API_SECRET_FILE: secret };
		const refused = startWorker(join(folder, "data"), env);
		expect(await refused.ended).toBe(1);
		expect(refused.output()).toContain(`cannot read ${secret}`);
	});
});

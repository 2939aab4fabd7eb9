import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { launchProgram } from "#tests/support/launch-program.ts";

const LAUNCHER = "tests/support/programs/launch-postgres.ts";

async function ask(url: string, statement: string): Promise<unknown[]> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		return (await client.query({ text: statement, rowMode: "array" })).rows.flat();
	} finally {
		await client.end();
	}
}

/** Where the cluster lives: as root it is beside the folder that was asked for. */
function homeOf(dataDir: string): string {
	const pointer = join(dataDir, "postgres", "location");
	return existsSync(pointer) ? readFileSync(pointer, "utf8").trim() : join(dataDir, "postgres");
}

test("a PostgreSQL that fell and cannot start, for want of space or else, is tried until it can", async () => {
	const dataDir = mkdtempSync(join(tmpdir(), "cauri-launch-"));
	mkdirSync(join(dataDir, "postgres"));
	const launcher = launchProgram(LAUNCHER, {}, [dataDir]);
	const [, url = ""] = await launcher.saying(/postgres at (\S+) runs/);
	const home = homeOf(dataDir);
	onTestFinished(() => {
		for (const folder of [dataDir, home]) rmSync(folder, { recursive: true, force: true });
	});
	await ask(url, "create table kept as select 42 as answer");
	const pid = Number(readFileSync(join(home, "data", "postmaster.pid"), "utf8").split("\n")[0]);
	// What a start reads first cannot be read.
	const port = join(dataDir, "postgres", "port");
	renameSync(port, `${port}.away`);
	mkdirSync(port);
	process.kill(pid, "SIGKILL");
	await launcher.saying(/PostgreSQL does not start again \(.*EISDIR.*\); it is tried until it does/);
	rmSync(port, { recursive: true });
	renameSync(`${port}.away`, port);
	await vi.waitFor(async () => expect(await ask(url, "select answer from kept")).toEqual([42]), { timeout: 20_000 });
	launcher.kill("SIGTERM");
	expect(await launcher.ended).toBe(0);
});

import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { DEMO_PASSWORD } from "#server/access/password/demo-password.ts";
import { DEMO_MEMBERS } from "#server/cli/demo-data/demo-members.ts";
import { startEmbeddedPostgres } from "#server/store/embedded/embedded-postgres.ts";
import { identifyProcess, isAlive, type ProcessIdentity } from "#server/store/embedded/process-identity.ts";
import { childProcesses } from "#tests/support/programs/child-processes.ts";
import { freePort } from "#tests/support/programs/free-port.ts";

const READY_LIMIT_MS = 120_000;

interface Demo {
	origin: string;
	child: ChildProcess;
	/** Launcher, sandbox, web, worker and PostgreSQL. */
	processes(): Promise<ProcessIdentity[]>;
	ended: Promise<number | null>;
	output(): string;
}

async function startDemo(dataDir: string, port: number, sandboxPort: number): Promise<Demo> {
	const child = spawn(process.execPath, ["server/cli/demo.ts"], {
		env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), SANDBOX_PORT: String(sandboxPort) },
		stdio: ["ignore", "pipe", "pipe"],
	});
	let output = "";
	const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
	const ready = new Promise<void>((resolve, reject) => {
		for (const stream of [child.stdout, child.stderr])
			stream.on("data", (chunk: Buffer) => {
				output += chunk.toString();
				if (output.includes("Ctrl-C stops everything")) resolve();
			});
		void ended.then(() => reject(new Error(`the demo ended:\n${output}`)));
	});
	await ready;
	return {
		origin: `http://localhost:${port}`,
		child,
		ended,
		output: () => output,
		processes: () => findProcesses(dataDir, child),
	};
}

async function findProcesses(dataDir: string, launcher: ChildProcess): Promise<ProcessIdentity[]> {
	const children = childProcesses(launcher.pid ?? 0).filter(({ command }) => command.includes("--import"));
	const postgres = await startEmbeddedPostgres(join(dataDir, "postgres"));
	expect(postgres.startedHere).toBe(false);
	return [launcher.pid ?? 0, postgres.pid, ...children.map(({ pid }) => pid)].map((pid) => {
		const identity = identifyProcess(pid);
		if (!identity) throw new Error(`process ${pid} is not there`);
		return identity;
	});
}

test("the demo survives kill -9 with its data, starts again within seconds, and leaves nothing behind", async ({
	page,
}) => {
	test.setTimeout(READY_LIMIT_MS * 2);
	const dataDir = mkdtempSync(join(tmpdir(), "cauri-demo-"));
	chmodSync(dataDir, 0o755);
	const [port, sandboxPort] = [await freePort(), await freePort()];
	const first = await startDemo(dataDir, port, sandboxPort);
	try {
		for (const { email } of DEMO_MEMBERS) expect(first.output()).toContain(email);
		expect(first.output()).toContain(DEMO_PASSWORD);
		const before = await first.processes();
		expect(before).toHaveLength(5);
		first.child.kill("SIGKILL");
		await first.ended;

		const second = await startDemo(dataDir, port, sandboxPort);
		expect(second.output()).toContain("Demo data kept");
		expect(second.output()).not.toContain("Building");
		const after = await second.processes();
		await page.goto(`${second.origin}/sign-in`);
		await page.getByLabel(/e-?mail/i).fill(DEMO_MEMBERS[3]?.email ?? "");
		await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
		await page.getByRole("button", { name: "Sign in", exact: true }).click();
		// The demo plays the admin's phone, and says so.
		await expect(page.getByText("In real use only the member’s own phone shows the code.")).toBeVisible();
		await page.getByRole("button", { name: "Use this code" }).click();
		await page.getByRole("button", { name: "Confirm", exact: true }).click();
		await expect(page).toHaveURL(`${second.origin}/`);
		await expect(page.getByRole("main").getByText("XOF").first()).toBeVisible();
		const status = await page.request.get(`${second.origin}/api/status`);
		expect(await status.json()).toMatchObject({ databaseMismatch: null, sendingStoppedAt: null });

		second.child.kill("SIGTERM");
		expect(await second.ended).toBe(0);
		expect([...before, ...after].filter(isAlive)).toEqual([]);
		expect(readdirSync(dataDir).filter((name) => name.endsWith(".lock"))).toEqual([]);
	} finally {
		first.child.kill("SIGKILL");
		await (await startEmbeddedPostgres(join(dataDir, "postgres"))).stop();
		rmSync(dataDir, { recursive: true, force: true });
	}
});

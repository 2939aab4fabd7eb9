import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { expectSound } from "#tests/support/browser/accessibility.ts";
import { COMPLETE } from "#tests/support/programs/complete-environment.ts";
import { freePort } from "#tests/support/programs/free-port.ts";
import { passedOn } from "#tests/support/programs/passed-on.ts";

test("npm start prints the link while nobody is a member, it makes the first admin, who is asked for a second factor next; a newer start ends it, and none is printed afterwards", async ({
	page,
}) => {
	test.setTimeout(240_000);
	const dataDir = mkdtempSync(join(tmpdir(), "cauri-first-start-"));
	chmodSync(dataDir, 0o755);
	const port = await freePort();
	const origin = `http://localhost:${port}`;
	try {
		const first = await start(dataDir, port);
		const [old = ""] = first.links();
		expect(old).toContain(`${origin}/set-up#`);
		await first.stop();

		const second = await start(dataDir, port);
		await page.goto(old);
		await expect(page.getByText("This link is no longer valid")).toBeVisible();
		const [link = ""] = second.links();
		await page.goto(link);
		await expect(page.getByLabel("Your name")).toBeVisible();
		await expectSound(page, "members and invitations");
		await page.getByLabel("Your name").fill("Awa Koné");
		await page.getByLabel("Your e-mail").fill("awa@cauri.example");
		await page.getByLabel("Password").fill("kapok-lune-quatorze-barque");
		await page.getByRole("button", { name: "Set up" }).click();
		await expect(page).toHaveURL(/\/second-step/);
		await page.goto(link);
		await expect(page.getByText("This link is no longer valid")).toBeVisible();
		await page.goto("about:blank");
		await second.stop();

		const third = await start(dataDir, port);
		expect(third.links()).toEqual([]);
		await third.stop();
		const logs = readdirSync(join(dataDir, "logs")).map((name) => readFileSync(join(dataDir, "logs", name), "utf8"));
		expect(logs.join("").length).toBeGreaterThan(0);
		expect(logs.filter((text) => text.includes(link.split("#").at(-1) ?? ""))).toEqual([]);
	} finally {
		rmSync(dataDir, { recursive: true, force: true });
	}
});

/** Starts the finished product as its owner does, with a service that is never called. */
async function start(dataDir: string, port: number) {
	const env: NodeJS.ProcessEnv = {
		...{ ...passedOn(), PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "/", NODE_ENV: "production" as const },
		...{ DATA_DIR: dataDir, PORT: String(port), APP_ORIGIN: `http://localhost:${port}`, ALLOW_ROOT: "1" },
		...COMPLETE,
	};
	const child = spawn(process.execPath, ["server/cli/start.ts"], { env, stdio: ["ignore", "pipe", "pipe"] });
	let output = "";
	const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
	await new Promise<void>((resolve, reject) => {
		for (const stream of [child.stdout, child.stderr])
			stream.on("data", (chunk: Buffer) => {
				output += chunk.toString();
				if (output.includes("Cauri answers at")) resolve();
			});
		void ended.then(() => reject(new Error(`it ended:\n${output}`)));
	});
	return {
		links: () => output.match(/http:\/\/\S+\/set-up#\S+/g) ?? [],
		async stop() {
			child.kill("SIGTERM");
			await ended;
		},
	};
}

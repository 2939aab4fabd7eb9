import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { passedOn } from "#tests/support/programs/passed-on.ts";

const created = await createTestDatabase();
const children: ChildProcess[] = [];

afterEach(() => {
	for (const child of children) child.kill("SIGKILL");
});

function start(environment: Record<string, string>): { child: ChildProcess; errors: () => string } {
	const env: Record<string, string> = {
		...passedOn(),
		PATH: process.env.PATH ?? "",
		DATABASE_URL: created.url,
		SANDBOX_PORT: "0",
	};
	const all = { ...env, LOG_LEVEL: "silent", NODE_ENV: "test", ...environment } as NodeJS.ProcessEnv;
	let errors = "";
	const started = spawn(process.execPath, ["server/cli/sandbox.ts"], { env: all });
	started.stderr.on("data", (piece) => {
		errors += String(piece);
	});
	children.push(started);
	return { child: started, errors: () => errors };
}

describe("npm run sandbox", () => {
	test("takes the keys of its environment and the default of what is empty there, serves on this machine, and ends at SIGTERM", async () => {
		const { child } = start({ MOMO_API_KEY: "own-key", MOMO_API_SECRET: "own-secret", SANDBOX_SPEED: "" });
		const [line] = await once(child.stdout ?? child, "data");
		const baseUrl = /http:\/\/127\.0\.0\.1:\d+\/api\/v1\//.exec(String(line))?.[0];
		const headers = { "x-api-key": "own-key", "api-secret": "own-secret", "content-type": "application/json" };
		expect((await fetch(`${baseUrl}wallets/fiat/XOF/`, { headers })).status).toBe(200);
		const wrong = { ...headers, "x-api-key": "demo-key", "api-secret": "demo-secret" };
		expect((await fetch(`${baseUrl}wallets/fiat/XOF/`, { headers: wrong })).status).toBe(403);
		child.kill("SIGTERM");
		expect((await once(child, "exit"))[0]).toBe(0);
	});

	test("refuses to start in production, with another word for its port or speed, and says why", async () => {
		const refused = [
			[{ NODE_ENV: "production", MOMO_BASE_URL: "https://pay.example.com/api/v1/" }, "does not start in production"],
			[{ SANDBOX_PORT: "many" }, "SANDBOX_PORT must be"],
			[{ SANDBOX_SPEED: "0" }, "SANDBOX_SPEED must be"],
		] as const;
		const ends = refused.map(async ([environment, reason]) => {
			const { child, errors } = start(environment);
			expect((await once(child, "close"))[0]).toBe(1);
			expect(errors()).toContain(reason);
		});
		await Promise.all(ends);
	});
});

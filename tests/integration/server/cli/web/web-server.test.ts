import { writeFileSync } from "node:fs";
import { type IncomingMessage, type RequestOptions, request } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freePort } from "#tests/support/programs/free-port.ts";
import { launchProgram } from "#tests/support/programs/launch-program.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

async function serveSlowly(scheme = "http", behind = "") {
	const port = await freePort();
	const signalFile = join(temporaryFolder(), "answer-now");
	const args = [String(port), signalFile, scheme, behind];
	const server = launchProgram("tests/integration/server/cli/programs/serve-slowly.ts", {}, args);
	await server.saying(/listening/);
	return { server, origin: `http://127.0.0.1:${port}`, answerNow: () => writeFileSync(signalFile, "") };
}

/** Sends requests that fetch() itself refuses. */
function send(origin: string, path: string, options: RequestOptions): Promise<IncomingMessage> {
	return new Promise((resolve, reject) => {
		request(`${origin}${path}`, options, (answer) => resolve(answer.resume()))
			.on("error", reject)
			.end();
	});
}
const trace = (origin: string) => send(origin, "/trace", { method: "TRACE" });

test("no page is asked by a method that none has, nor an unreadable address for itself; another protocol is answered in this one", async () => {
	const { server, origin } = await serveSlowly();
	expect((await trace(origin)).statusCode).toBe(405);
	for (const path of ["/transactions/%E0%A4%A", "/%"]) await fetch(`${origin}${path}`);
	for (const upgrade of ["h2c", "websocket"])
		expect((await send(origin, "/page", { headers: { connection: "Upgrade", upgrade } })).statusCode).toBe(200);
	// The warm-up's own visits may come between.
	await server.saying(/asked \/page\n(.*\n)*asked \/page\n/);
	const asked = server.output().match(/^asked .*(unreadable|trace|%).*$/gm);
	expect(asked).toEqual(["asked /unreadable-address", "asked /unreadable-address"]);
});

test("at SIGTERM an answer under way is finished, a stream is ended, and nobody new is let in", async () => {
	const { server, origin, answerNow } = await serveSlowly();
	const accept = "text/event-stream";
	const stream = (await fetch(`${origin}/stream`, { headers: { accept } })).body?.getReader();
	await stream?.read();
	const slow = fetch(`${origin}/slow`);
	await server.saying(/asked \/slow/);
	server.kill("SIGTERM");
	await expect(stream?.read()).rejects.toThrow();
	await expect(fetch(`${origin}/late`)).rejects.toThrow();
	answerNow();
	expect(await (await slow).text()).toBe("whole");
	expect(await server.ended).toBe(0);
});

test("behind a balancer it says 503 at /readyz first, and still answers everybody, on connections that end; then it closes", async () => {
	const { server, origin } = await serveSlowly("http", "balancer");
	expect((await fetch(`${origin}/readyz`)).status).toBe(200);
	server.kill("SIGTERM");
	await expect.poll(async () => (await fetch(`${origin}/readyz`)).status).toBe(503);
	const answer = await fetch(`${origin}/page`);
	expect([await answer.text(), answer.headers.get("connection")]).toEqual(["whole", "close"]);
	expect(await server.ended).toBe(0);
});

test("every answer is what it says it is, refusals too; the browser is held to https where the desk is reached by it", async () => {
	const wanted = { https: "max-age=63072000; includeSubDomains", http: undefined };
	for (const [scheme, promise] of Object.entries(wanted)) {
		const { origin } = await serveSlowly(scheme);
		const page = Object.fromEntries((await fetch(`${origin}/_next/static/any.js`)).headers);
		for (const headers of [page, (await trace(origin)).headers]) {
			expect(headers["x-content-type-options"]).toBe("nosniff");
			expect(headers["strict-transport-security"]).toBe(promise);
		}
	}
});

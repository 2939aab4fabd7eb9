import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freePort } from "#tests/support/free-port.ts";
import { launchProgram } from "#tests/support/launch-program.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

async function serveSlowly() {
	const port = await freePort();
	const signalFile = join(temporaryFolder(), "answer-now");
	const server = launchProgram("tests/support/programs/serve-slowly.ts", {}, [String(port), signalFile]);
	await server.saying(/listening/);
	return { server, origin: `http://127.0.0.1:${port}`, answerNow: () => writeFileSync(signalFile, "") };
}

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

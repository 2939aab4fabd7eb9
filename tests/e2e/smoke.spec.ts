import { readFileSync } from "node:fs";
import { expect, test } from "#tests/e2e/fixtures.ts";

test("the desk says that it lives and that it is ready", async ({ request }) => {
	expect((await request.get("/healthz")).status()).toBe(200);
	expect((await request.get("/readyz")).status()).toBe(200);
});

test("the web program reads its configuration from the build: no compiler is in its memory", async ({ desk }) => {
	const loaded = readFileSync(`/proc/${desk.webPid()}/maps`, "utf8").split("\n");
	expect(loaded.some((line) => line.endsWith("/bin/node"))).toBe(true);
	expect(loaded.filter((line) => line.includes("swc"))).toEqual([]);
});

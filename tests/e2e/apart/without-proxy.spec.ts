import { randomBytes } from "node:crypto";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expectNothingTold, TELLING } from "#tests/e2e/expect-nothing-told.ts";
import { expect, test } from "#tests/e2e/fixtures.ts";
import { SPOOFED_HEADERS } from "#tests/e2e/spoofed-headers.ts";

const BUILD = process.env.NEXT_DIST_DIR ?? ".next";

// The finished build without proxy.ts: Next is told that there is none.
test.use({
	apart: "without-proxy",
	environment: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
		async ({}, use) => {
			// Beside the build, so that its files find their packages.
			const folder = `.next-without-proxy-${randomBytes(4).toString("hex")}`;
			cpSync(BUILD, folder, { recursive: true, filter: (path) => !path.startsWith(join(BUILD, "cache")) });
			const path = join(folder, "server", "functions-config-manifest.json");
			const manifest = JSON.parse(readFileSync(path, "utf8")) as { functions: Record<string, unknown> };
			if (!("/_middleware" in manifest.functions)) throw new Error("the build has no proxy.ts to be taken away");
			delete manifest.functions["/_middleware"];
			writeFileSync(path, JSON.stringify(manifest));
			await use({ NEXT_DIST_DIR: folder });
			rmSync(folder, { recursive: true, force: true });
		},
		{ scope: "worker", timeout: 60_000 },
	],
});

test.describe.configure({ mode: "default" });

test("without proxy.ts no page and no route gives data to who has no session: it was never the lock", async ({
	request,
	desk,
	screens,
}) => {
	test.setTimeout(180_000);
	// The proxy is gone, so nothing writes its headers.
	const answer = await request.get(`${desk.origin}/sign-in`);
	expect(answer.status()).toBe(200);
	expect(answer.headers()["content-security-policy"]).toBeUndefined();
	for (const headers of Object.values(SPOOFED_HEADERS))
		await expectNothingTold({ request, origin: desk.origin, screens, headers });
});

test("without proxy.ts a session reads what its role may read, and no more", async ({ page, screens, desk }) => {
	await desk.signIn(page, "viewer");
	const { request } = page.context();
	for (const { path } of screens.filter(({ name }) => name === "Payouts"))
		expect(await (await request.get(desk.origin + path)).text()).toMatch(TELLING);
	for (const path of ["/api/audit", "/api/audit/export"])
		expect((await request.get(desk.origin + path)).status(), path).toBe(403);
});

import { join } from "node:path";
import { crawl } from "#tests/e2e/crawl.ts";
import { expect, test } from "#tests/e2e/fixtures.ts";
import { findInFiles } from "#tests/support/files/find-in-files.ts";
import { findInMemory } from "#tests/support/programs/find-in-memory.ts";

const BUILD = process.env.NEXT_DIST_DIR ?? ".next";

test("no file that browsers or the server get from the build holds a byte of the service's secret", ({ desk }) => {
	for (const part of ["static", "server"]) {
		const { searched, found } = findInFiles(join(BUILD, part), desk.canary);
		expect(found).toEqual([]);
		expect(searched).toBeGreaterThan(10);
	}
});

test("no page an admin can reach shows the service's secret, in its HTML or in its payload", async ({ page, desk }) => {
	await desk.signIn(page, "admin");
	const pages = await crawl(page.context().request, ["/transactions/TX-20260101-UNKNOWN1", "/nothing-here"]);
	const telling = pages.filter(({ html, payload }) => `${html}${payload}`.includes(desk.canary));
	expect(telling.map(({ path }) => path)).toEqual([]);
	expect(pages.length).toBeGreaterThan(10);
	expect(pages.filter(({ status }) => status >= 500)).toEqual([]);
});

test("no answer of our own routes holds the service's secret", async ({ page, desk }) => {
	await desk.signIn(page, "admin");
	for (const path of [
		"/api/session",
		"/api/account/sessions",
		"/api/status",
		"/api/overview",
		"/api/configuration",
		"/api/members",
		"/api/operators",
		"/api/wallets",
		"/api/wallets/XOF",
		"/api/wallets/XOF/movements",
		"/api/transactions",
		"/api/imported-transactions",
		"/api/transactions/TX-20260101-UNKNOWN1",
		"/api/deposits",
		"/api/payouts",
		"/api/audit",
		"/healthz",
		"/readyz",
		"/metrics",
	]) {
		const answer = await page.context().request.get(path);
		const all = `${JSON.stringify(answer.headersArray())}${await answer.text()}`;
		expect(all.includes(desk.canary), path).toBe(false);
		expect(answer.status(), path).toBeLessThan(500);
	}
});

test("the web program's memory holds no byte of the service's secret, also when it has asked the service", async ({
	page,
	desk,
}) => {
	await desk.signIn(page, "admin");
	const { request } = page.context();
	expect((await request.get("/api/wallets/XOF")).status()).toBe(200);
	expect((await request.get("/api/transactions/TX-20260101-UNKNOWN1")).status()).toBe(404);
	const known = findInMemory(desk.webPid(), [desk.sessionPassword, desk.canary]);
	expect(known).toEqual([desk.sessionPassword]);
});

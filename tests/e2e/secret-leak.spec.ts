import { join } from "node:path";
import { expect, test } from "#tests/e2e/fixtures.ts";
import { findInFiles } from "#tests/support/files/find-in-files.ts";
import { findInMemory } from "#tests/support/programs/find-in-memory.ts";

const BUILD = process.env.NEXT_DIST_DIR ?? ".next";
const ROUTES = [
	...["session", "account/sessions", "status", "overview", "configuration", "members", "operators", "wallets"],
	...["wallets/XOF", "wallets/XOF/movements", "transactions", "imported-transactions"],
	...["transactions/TX-20260101-UNKNOWN1", "deposits", "payouts", "audit"],
].map((path) => `/api/${path}`);
/** A list leads to many pages that differ only in their id. */
const MOST_OF_A_KIND = 3;

test("no file that browsers or the server get from the build holds a byte of the service's secret", ({ desk }) => {
	for (const part of ["static", "server"]) {
		const { searched, found } = findInFiles(join(BUILD, part), desk.canary);
		expect(found).toEqual([]);
		expect(searched).toBeGreaterThan(10);
	}
});

test("no page an admin can reach and no route shows the service's secret, and the web program's memory does not hold it, also when it has asked the service", async ({
	page,
	desk,
}) => {
	await desk.signIn(page, "admin");
	const read = async (path: string, headers = {}) => {
		const answer = await page.request.get(path, { headers });
		expect(answer.status(), path).toBeLessThan(500);
		const text = await answer.text();
		expect(`${JSON.stringify(answer.headersArray())}${text}`.includes(desk.canary), path).toBe(false);
		return text;
	};
	// Client navigation gets the RSC payload instead of HTML.
	const crawled = await crawl(async (path) => `${await read(path)}${await read(path, { rsc: "1" })}`);
	expect(crawled).toBeGreaterThan(10);
	for (const path of [...ROUTES, "/healthz", "/readyz", "/metrics"]) await read(path);

	expect((await page.request.get("/api/wallets/XOF")).status()).toBe(200);
	expect((await page.request.get("/api/transactions/TX-20260101-UNKNOWN1")).status()).toBe(404);
	const known = findInMemory(desk.webPid(), [desk.sessionPassword, desk.canary]);
	expect(known).toEqual([desk.sessionPassword]);
});

/** Follows links from Home, each path once whatever its query. Returns the number of pages read. */
async function crawl(read: (path: string) => Promise<string>): Promise<number> {
	const waiting = ["/", "/transactions/TX-20260101-UNKNOWN1", "/nothing-here"];
	const seen = new Set(waiting);
	const kinds = new Map<string, number>();
	// The list grows while it is read.
	for (const path of waiting)
		for (const [, href = ""] of (await read(path)).matchAll(/<a\b[^>]*\bhref="(\/(?!\/|api\/|_next\/)[^"#]*)"/g)) {
			const [found = ""] = href.split("?");
			const kind = found.replaceAll(/\/[A-Z0-9-]{12,}/g, "/*");
			const before = kinds.get(kind) ?? 0;
			if (seen.has(found) || before === MOST_OF_A_KIND) continue;
			seen.add(found);
			kinds.set(kind, before + 1);
			waiting.push(href.replaceAll("&amp;", "&"));
		}
	return waiting.length;
}

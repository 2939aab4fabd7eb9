import { gzipSync } from "node:zlib";
import type { Page, Response } from "playwright/test";
import { expect, test } from "#tests/e2e/fixtures.ts";

// docs/performance.md counts 1000 bytes as 1 KB.
const KB = 1000;
const PAGES = [
	{ path: "/", limit: 175 * KB },
	{ path: "/movements", limit: 175 * KB },
	{ path: "/deposits", limit: 175 * KB },
	{ path: "/payouts", limit: 175 * KB },
	{ path: "/transactions", limit: 175 * KB },
	{ path: "/transactions/TX-20260101-UNKNOWN1", limit: 175 * KB },
	{ path: "/imports", limit: 178 * KB },
	{ path: "/deposits/new", limit: 200 * KB },
	{ path: "/payouts/new", limit: 200 * KB },
	{ path: "/batches", limit: 175 * KB },
	{ path: "/batches/new", limit: 200 * KB },
];
/** A browser sends this header when it asks for an address. */
const DOCUMENT = { "sec-fetch-dest": "document" };
const CLS_LIMIT = 0.02;
const STILL = [
	...PAGES.map(({ path }) => path),
	...["/approvals", "/reconciliation", "/audit", "/settings/members", "/settings/operators"],
	...["/settings/configuration", "/nothing-here"],
];

interface LayoutShift extends PerformanceEntry {
	value: number;
	hadRecentInput: boolean;
}

/** Adds up layout shifts from the first paint on; `shiftsOf` reads the total. */
async function watchShifts(page: Page): Promise<void> {
	await page.addInitScript(() => {
		const watched = window as unknown as { shiftTotal: number };
		watched.shiftTotal = 0;
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries() as LayoutShift[])
				if (!entry.hadRecentInput) watched.shiftTotal += entry.value;
		}).observe({ type: "layout-shift", buffered: true });
	});
}

function shiftsOf(page: Page): Promise<number> {
	return page.evaluate(() => (window as unknown as { shiftTotal: number }).shiftTotal);
}

/** Waits until the page is loaded and drawn, and the browser has nothing left to do. */
async function settled(page: Page): Promise<void> {
	await expect(page.getByRole("main")).toBeVisible();
	await page.waitForFunction(() => document.readyState === "complete");
	await page.evaluate(
		() =>
			new Promise((resolve) => requestIdleCallback(() => requestAnimationFrame(() => requestIdleCallback(resolve)))),
	);
}

// Waits for the first sync: a page that shows an empty list before its rows loads the parts of both.
test.beforeEach(async ({ desk }) => {
	const isSynced = async () =>
		(await desk.pool.query("select from movement_sync where synced_at is not null")).rowCount;
	await expect.poll(isSynced).toBe(2);
});

for (const { path, limit } of PAGES) {
	test(`${path} sends at most ${limit / KB} KB of gzipped JavaScript on first load, and nothing goes elsewhere`, async ({
		page,
		desk,
	}, info) => {
		await desk.signIn(page, "admin");
		const elsewhere: string[] = [];
		const scripts: Promise<number>[] = [];
		page.on("request", (request) => {
			if (new URL(request.url()).origin !== desk.origin && !request.url().startsWith("data:"))
				elsewhere.push(request.url());
		});
		const weigh = (response: Response) => {
			if (response.request().resourceType() === "script")
				scripts.push(response.body().then((body) => gzipSync(body).length));
		};
		page.on("response", weigh);
		await page.goto(path);
		await settled(page);
		// Later requests are not part of the first load.
		page.off("response", weigh);
		const bytes = (await Promise.all(scripts)).reduce((total, size) => total + size, 0);
		info.annotations.push({ type: "weight", description: `${path}: ${(bytes / KB).toFixed(1)} KB` });
		expect(elsewhere).toEqual([]);
		expect(bytes).toBeGreaterThan(0);
		expect(bytes).toBeLessThanOrEqual(limit);
	});
}

for (const width of [360, 1280]) {
	test(`nothing shifts while a page appears at ${width} px`, async ({ page, desk }) => {
		await page.setViewportSize({ width, height: 800 });
		await watchShifts(page);
		await page.goto("/sign-in");
		await settled(page);
		expect(await shiftsOf(page), "/sign-in").toBeLessThan(CLS_LIMIT);
		await desk.signIn(page, "admin");
		for (const path of STILL) {
			await page.goto(path);
			await settled(page);
			expect(await shiftsOf(page), path).toBeLessThan(CLS_LIMIT);
		}
	});
}

test("the first picture of a page waits until all of its frame is parsed, and for nothing behind that", async ({
	page,
	desk,
}) => {
	const read = async (path: string) =>
		(await page.context().request.get(desk.origin + path, { headers: DOCUMENT })).text();
	const pages = new Map([["/sign-in", await read("/sign-in")]]);
	await desk.signIn(page, "admin");
	for (const path of ["/", "/movements", "/payouts/new"]) pages.set(path, await read(path));
	for (const [path, html] of pages) {
		const awaited = /<link rel="expect" href="#([\w-]+)" blocking="render"\/>/.exec(html);
		expect(awaited?.index, path).toBeLessThan(html.indexOf("</head>"));
		expect(html.indexOf(` id="${awaited?.[1]}"`), path).toBeGreaterThan(html.indexOf("</main>"));
	}
});

test("a page that is opened by its address comes whole: no part of it is hidden until a script moves it", async ({
	page,
	desk,
}) => {
	await desk.signIn(page, "admin");
	const paths = ["/", "/movements", "/deposits", "/payouts", "/deposits/new", "/payouts/new", "/approvals", "/audit"];
	for (const path of [...paths, "/imports", "/account"]) {
		const read = async () => (await page.context().request.get(desk.origin + path, { headers: DOCUMENT })).text();
		// The first answer after a start waits for modules that the web program loads on first use.
		await read();
		const html = await read();
		expect(html, path).toContain("<h1");
		expect(html, path).not.toContain('<div hidden id="S:');
	}
});

test("hashed files are sent compressed and may be kept for ever", async ({ page, desk }) => {
	await desk.signIn(page, "viewer");
	const script = page.waitForResponse((response) => response.request().resourceType() === "script");
	await page.goto("/");
	const headers = (await script).headers();
	expect(headers["content-encoding"]).toMatch(/^(gzip|br|zstd)$/);
	expect(headers["cache-control"]).toContain("immutable");
});

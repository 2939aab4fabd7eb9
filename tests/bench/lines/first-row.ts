/** From the address to the first painted row in a fresh browser, and the time that its main thread was blocked. */
import type { Browser, Page } from "playwright";
import { type Bench, type Line, medianOf, onPage } from "#tests/bench/line.ts";
import type { Side } from "#tests/bench/side.ts";

interface Visit {
	/** In ms since the request. */
	firstByte: number;
	firstRow: number;
	/** The sum of what tasks above 50 ms took beyond that. */
	blocked: number;
}

interface VisitOptions {
	currency?: "XOF" | "XAF";
	slower?: number;
	/** A line of 10 Mbit/s with 40 ms. */
	slowLine?: boolean;
}

const TIMES = 3;

function visit(browser: Browser, side: Side, options: VisitOptions = {}): Promise<Visit> {
	return onPage(browser, side, async (page) => {
		await slowDown(page, options);
		await page.addInitScript(watch);
		await page.goto(`${side.origin}/movements?currency=${options.currency ?? "XOF"}`, { waitUntil: "load" });
		await page.getByRole("row").nth(1).waitFor();
		await page.waitForFunction(() => (window as unknown as Watched).firstRow !== undefined);
		await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
		return page.evaluate(() => {
			const { firstRow = 0, blocked } = window as unknown as Watched;
			const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
			return { firstByte: entry?.responseStart ?? 0, firstRow, blocked };
		});
	});
}

interface Watched {
	firstRow?: number;
	blocked: number;
}

/** Runs in the page before anything else: notes the frame after the one that has the table's first row. */
function watch(): void {
	const watched = window as unknown as Watched;
	watched.blocked = 0;
	new PerformanceObserver((list) => {
		for (const { duration } of list.getEntries()) watched.blocked += Math.max(0, duration - 50);
	}).observe({ type: "longtask", buffered: true });
	const look = () => {
		const row = document.querySelector("tbody tr td");
		if (!row || row.getBoundingClientRect().height === 0 || row.closest("[hidden]")) return requestAnimationFrame(look);
		const channel = new MessageChannel();
		channel.port1.onmessage = () => {
			watched.firstRow = performance.now();
		};
		channel.port2.postMessage(null);
		return 0;
	};
	requestAnimationFrame(look);
}

async function slowDown(page: Page, { slower, slowLine }: VisitOptions): Promise<void> {
	if (!slower && !slowLine) return;
	const session = await page.context().newCDPSession(page);
	if (slower) await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
	if (slowLine) {
		await session.send("Network.enable");
		const speed = (10 * 1_000_000) / 8;
		const line = { offline: false, latency: 40, downloadThroughput: speed, uploadThroughput: speed };
		await session.send("Network.emulateNetworkConditions", line);
	}
}

function line(key: string, title: string, of: (visit: Visit) => number, options: VisitOptions = {}): Line {
	return { key, title, unit: "ms", measure: (side, bench) => medianVisit(side, bench, of, options) };
}

async function medianVisit(side: Side, { browser }: Bench, of: (visit: Visit) => number, options: VisitOptions) {
	if (!browser) return null;
	const taken: number[] = [];
	for (let time = 0; time < TIMES; time += 1) taken.push(of(await visit(browser, side, options)));
	return medianOf(taken);
}

const slowMachine = { slower: 4, slowLine: true };

export const firstRowLines: readonly Line[] = [
	line("first-byte", "first byte of the page in the browser, warm", ({ firstByte }) => firstByte),
	line("first-row", "first row painted, warm", ({ firstRow }) => firstRow),
	line("first-row-1k", "first row painted, warm, a wallet of 1,000", ({ firstRow }) => firstRow, { currency: "XAF" }),
	line("first-row-slow", "first row painted, 4× CPU, 10 Mbit/s, 40 ms", ({ firstRow }) => firstRow, slowMachine),
	line("blocked", "blocking time, 1×", ({ blocked }) => blocked),
	line("blocked-slow", "blocking time, 4×", ({ blocked }) => blocked, { slower: 4 }),
	started("first-row-started", "first row painted, web just started", (_start, row) => row),
	started("start-row", "start of web → first row painted", (start, row) => start + row),
];

/** `start` and `row` in ms; a visitor right after the start waits for their sum. */
function started(key: string, title: string, of: (start: number, row: number) => number): Line {
	return {
		...{ key, title, unit: "ms", rounds: 3 },
		async measure(side, { browser }) {
			if (!browser) return null;
			const start = await side.restartWeb();
			return of(start, (await visit(browser, side)).firstRow);
		},
	};
}

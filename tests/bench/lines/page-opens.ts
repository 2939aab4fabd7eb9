/** Pages opened warm, in turn with another desk of this version whose wallets have a thousand rows each. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright";
import { PROJECT } from "#server/cli/launcher/project.ts";
import { fillMirror } from "#tests/bench/fill-mirror.ts";
import { type Line, medianOf, onPage } from "#tests/bench/line.ts";
import { openSide, type Side } from "#tests/bench/side.ts";

const PAGES = { Home: "/", Movements: "/movements?currency=XOF", Reconciliation: "/reconciliation?currency=XOF" };
const TIMES = 9;
const FEW = 1_000;

type Ratios = Record<string, number>;
let ratios: Promise<Ratios> | null = null;

async function takeRatios(browser: Browser, many: Side): Promise<Ratios> {
	const logFolder = mkdtempSync(join(tmpdir(), "cauri-bench-"));
	const few = await openSide("few", PROJECT, logFolder);
	try {
		for (const currency of ["XOF", "XAF"]) await fillMirror(few.pool, few.environment, { currency, rows: FEW });
		const found: Ratios = {};
		for (const [name, path] of Object.entries(PAGES)) {
			const [ofMany, ofFew]: [number[], number[]] = [[], []];
			// The first pass only warms up.
			for (let time = 0; time <= TIMES; time += 1) {
				const [large, small] = [await open(browser, many, path), await open(browser, few, path)];
				if (time > 0) ofMany.push(large);
				if (time > 0) ofFew.push(small);
			}
			found[name] = medianOf(ofMany) / medianOf(ofFew);
		}
		return found;
	} finally {
		await few.close();
		rmSync(logFolder, { recursive: true, force: true });
	}
}

/** In a fresh browser, until the page's largest part is painted and nothing is left to do. */
function open(browser: Browser, side: Side, path: string): Promise<number> {
	return onPage(browser, side, async (page) => {
		await page.addInitScript(() => {
			new PerformanceObserver((list) => {
				(window as unknown as { largest: number }).largest = list.getEntries().at(-1)?.startTime ?? 0;
			}).observe({ type: "largest-contentful-paint", buffered: true });
		});
		await page.goto(side.origin + path, { waitUntil: "load" });
		await page.getByRole("heading", { level: 1 }).waitFor();
		await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))));
		return page.evaluate(() => (window as unknown as { largest: number }).largest);
	});
}

export const pageOpens: readonly Line[] = Object.keys(PAGES).map((name) => ({
	...{ key: "opens", title: `${name} opened warm: all rows ÷ 1,000`, unit: "×", rounds: 1 },
	async measure(side, { browser }) {
		if (!browser || side.name !== "this") return null;
		ratios ??= takeRatios(browser, side);
		return (await ratios)[name] ?? null;
	},
}));

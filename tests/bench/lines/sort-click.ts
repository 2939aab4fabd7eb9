/** A click on a column's head: when its request leaves, and when the first row of the other order is painted. */
import type { Browser } from "playwright";
import { type Line, medianOf, onPage } from "#tests/bench/line.ts";
import type { Side } from "#tests/bench/side.ts";

interface Click {
	/** In ms since the click; negative if the request left when the pointer approached. */
	requested: number;
	painted: number;
}

type Watched = { click?: number; painted?: number };

const TIMES = 3;

function clickOnce(browser: Browser, side: Side): Promise<Click> {
	return onPage(browser, side, async (page) => {
		await page.goto(`${side.origin}/movements?currency=XOF`, { waitUntil: "load" });
		await page.getByRole("row").nth(1).waitFor();
		await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))));
		await page.evaluate(() => {
			const watched = window as unknown as Watched;
			// The newest line may also be the largest, and its row may change by itself, so the second row's time shows the new order.
			const first = () => document.querySelector("tbody tr:nth-child(2) time")?.getAttribute("datetime");
			const before = first();
			performance.clearResourceTimings();
			document.addEventListener("click", (event) => (watched.click ??= event.timeStamp), { capture: true });
			const look = () => {
				if (first() === before) return requestAnimationFrame(look);
				const channel = new MessageChannel();
				channel.port1.onmessage = () => {
					watched.painted = performance.now();
				};
				channel.port2.postMessage(null);
				return 0;
			};
			requestAnimationFrame(look);
		});
		await page.getByRole("columnheader", { name: "Amount" }).getByRole("link").click();
		await page.waitForFunction(() => (window as unknown as Watched).painted !== undefined);
		return page.evaluate(() => {
			const { click = 0, painted = 0 } = window as unknown as Watched;
			const asked = performance
				.getEntriesByType("resource")
				.filter(({ name }) => /\/movements\?.*sort=-amount/.test(name));
			return { requested: Math.min(...asked.map(({ startTime }) => startTime)) - click, painted: painted - click };
		});
	});
}

function line(key: string, title: string, of: (click: Click) => number): Line {
	return {
		key,
		title,
		unit: "ms",
		async measure(side, { browser }) {
			if (!browser) return null;
			const taken: number[] = [];
			for (let time = 0; time < TIMES; time += 1) taken.push(of(await clickOnce(browser, side)));
			return medianOf(taken);
		},
	};
}

export const sortLines: readonly Line[] = [
	line("sort-request", "sort: from the click until the request leaves", ({ requested }) => requested),
	line("sort", "sort: from the click until rows are painted", ({ painted }) => painted),
];

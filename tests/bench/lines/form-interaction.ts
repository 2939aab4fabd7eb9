/** The longest wait for the next paint while a person fills in a payout, on a processor four times slower. */
import { type Line, onPage } from "#tests/bench/line.ts";

type Watched = { longest: number };

export const formInteraction: Line = {
	key: "interaction",
	title: "interaction to next paint, payout form, 4×",
	unit: "ms",
	async measure(side, { browser }) {
		if (!browser) return null;
		return onPage(browser, side, async (page) => {
			const session = await page.context().newCDPSession(page);
			await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
			await page.goto(`${side.origin}/payouts/new`, { waitUntil: "load" });
			await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
			await page.evaluate(() => {
				const watched = window as unknown as Watched;
				watched.longest = 0;
				new PerformanceObserver((list) => {
					for (const { duration } of list.getEntries()) watched.longest = Math.max(watched.longest, duration);
				}).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
			});
			const inputs = page.getByRole("main").getByRole("textbox");
			for (let place = 0; place < Math.min(3, await inputs.count()); place += 1) {
				await inputs.nth(place).click();
				await inputs.nth(place).pressSequentially("0712345", { delay: 60 });
			}
			await page.getByRole("main").getByRole("radio").or(page.getByRole("main").getByRole("combobox")).first().click();
			await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))));
			return page.evaluate(() => (window as unknown as Watched).longest);
		});
	},
};

/** Gzipped JavaScript of a page's first load. */
import { gzipSync } from "node:zlib";
import { type Line, onPage } from "#tests/bench/line.ts";

export function scriptBytes(path: string): Line {
	return {
		key: `script ${path}`,
		title: `script of ${path}, gzipped`,
		unit: "bytes",
		rounds: 1,
		async measure(side, { browser }) {
			if (!browser) return null;
			return onPage(browser, side, async (page) => {
				const scripts: Promise<number>[] = [];
				page.on("response", (response) => {
					if (response.request().resourceType() === "script")
						scripts.push(response.body().then((body) => gzipSync(body).length));
				});
				await page.goto(side.origin + path, { waitUntil: "load" });
				await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))));
				return (await Promise.all(scripts)).reduce((total, size) => total + size, 0);
			});
		},
	};
}

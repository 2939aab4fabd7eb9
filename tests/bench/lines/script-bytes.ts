/** Gzipped JavaScript of a page's first load. */
import { gzipSync } from "node:zlib";
import type { Line } from "#tests/bench/line.ts";

export function scriptBytes(path: string): Line {
	return {
		key: `script ${path}`,
		title: `script of ${path}, gzipped`,
		unit: "bytes",
		rounds: 1,
		async measure(side, { browser }) {
			if (!browser) return null;
			const context = await browser.newContext({ extraHTTPHeaders: { cookie: side.cookie } });
			const page = await context.newPage();
			const scripts: Promise<number>[] = [];
			page.on("response", (response) => {
				if (response.request().resourceType() === "script")
					scripts.push(response.body().then((body) => gzipSync(body).length));
			});
			await page.goto(side.origin + path, { waitUntil: "load" });
			await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))));
			const sizes = await Promise.all(scripts);
			await context.close();
			return sizes.reduce((total, size) => total + size, 0);
		},
	};
}

/** The web program's time for the page of newest movements, for one reader and for eight at once. */
import { type Line, medianTime, throughput } from "#tests/bench/line.ts";
import type { Side } from "#tests/bench/side.ts";

const PATH = "/movements?currency=XOF";

/** Requests a document as a browser does: the whole page in one answer. */
async function page(side: Side): Promise<void> {
	const headers = { cookie: side.cookie, accept: "text/html", "sec-fetch-dest": "document" };
	const response = await fetch(side.origin + PATH, { headers });
	if (!response.ok) throw new Error(`${PATH}: ${response.status}`);
	await response.arrayBuffer();
}

export const pageRendering: Line = {
	key: "page",
	title: "a page of movements, whole",
	unit: "ms",
	async measure(side) {
		await medianTime(10, () => page(side));
		return medianTime(40, () => page(side));
	},
};

export const pagesASecond: Line = {
	key: "pages",
	title: "pages of movements a second, eight readers",
	unit: "a second",
	measure: (side) => throughput(8, 4_000, () => page(side)),
};

/** Every page that a member can reach by links, with its HTML and the payload of the router. */
import type { APIRequestContext } from "playwright/test";

export interface CrawledPage {
	path: string;
	status: number;
	html: string;
	/** The browser's answer instead of HTML when it moves inside the desk. */
	payload: string;
}

// More would be a trap of ever new addresses, not a desk.
const MOST_PAGES = 80;

/** Follows `href`s from `/`, each path once whatever its query. `request` carries the session. */
export async function crawl(request: APIRequestContext, extra: readonly string[] = []): Promise<CrawledPage[]> {
	const waiting = ["/", ...extra];
	const seen = new Set(waiting.map(pathOf));
	const pages: CrawledPage[] = [];
	for (let path = waiting.shift(); path !== undefined && pages.length < MOST_PAGES; path = waiting.shift()) {
		const answer = await request.get(path);
		const html = await answer.text();
		const payload = await (await request.get(path, { headers: { rsc: "1" } })).text();
		pages.push({ path, status: answer.status(), html, payload });
		for (const found of linksOf(html)) {
			if (seen.has(pathOf(found))) continue;
			seen.add(pathOf(found));
			waiting.push(found);
		}
	}
	return pages;
}

function linksOf(html: string): string[] {
	return [...html.matchAll(/<a\b[^>]*\bhref="(\/[^"#]*)"/g)].flatMap(([, href = ""]) =>
		href.startsWith("//") || href.startsWith("/api/") || href.startsWith("/_next/")
			? []
			: [href.replaceAll("&amp;", "&")],
	);
}

function pathOf(href: string): string {
	return href.split("?")[0] ?? href;
}

import { apiGet, withQuery } from "#lib/api.ts";

/** Reads a list page by page until there are `most` rows or no more. Returns the last page whole, so the result may exceed `most`. */
export async function readAll<Row>(path: string, query: Parameters<typeof withQuery>[1], most: number): Promise<Row[]> {
	const found: Row[] = [];
	let cursor: string | undefined;
	do {
		const page = await apiGet<{ items: Row[]; nextCursor: string | null }>(withQuery(path, { ...query, cursor }));
		found.push(...page.items);
		cursor = page.nextCursor ?? undefined;
	} while (cursor !== undefined && found.length < most);
	return found;
}

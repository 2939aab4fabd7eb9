import { type QueryKey, queryOptions, type UndefinedInitialDataOptions } from "@tanstack/react-query";
import { apiGet, withQuery } from "#lib/api.ts";

type Options<Answer> = Omit<UndefinedInitialDataOptions<Answer>, "queryKey" | "queryFn">;

export function apiQuery<Answer>(queryKey: QueryKey, path: string, options: Options<Answer> = {}) {
	return queryOptions({ queryKey, queryFn: ({ signal }) => apiGet<Answer>(path, { signal }), ...options });
}

/** Keeps showing old data while new data loads, but only data of the same wallet. The second part of the query key is the currency. */
export function keepOfWallet<Answer>(currency: string): Pick<Options<Answer>, "placeholderData"> {
	return { placeholderData: (before, asked) => (asked?.queryKey[1] === currency ? before : undefined) };
}

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

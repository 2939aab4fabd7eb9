export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** If a key is repeated, the first value counts, as with `URLSearchParams.get`. */
export function plainSearchParams(given: Awaited<SearchParams>): URLSearchParams {
	const params = new URLSearchParams();
	for (const [key, value] of Object.entries(given)) {
		for (const one of [value ?? []].flat()) params.append(key, one);
	}
	return params;
}

/** What Next gives a page of its address. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** As the browser has it; of a key given twice, the first counts, as with `URLSearchParams.get`. */
export function plainSearchParams(given: Awaited<SearchParams>): URLSearchParams {
	const params = new URLSearchParams();
	for (const [key, value] of Object.entries(given)) {
		for (const one of [value ?? []].flat()) params.append(key, one);
	}
	return params;
}

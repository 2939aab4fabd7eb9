// A page is about 125 kB of text, so that eight files at once take little memory and the first rows leave soon.
const PAGE_ROWS = 1_000;

/** Reads page by page, so that no transaction stays open for a slow browser. `read` returns at most `limit` rows after `last`. */
export async function* keysetPages<Row>(
	read: (last: Row | undefined, limit: number) => Promise<Row[]>,
	limit = PAGE_ROWS,
): AsyncGenerator<Row[]> {
	let last: Row | undefined;
	do {
		const rows = await read(last, limit);
		if (rows.length > 0) yield rows;
		last = rows.length === limit ? rows.at(-1) : undefined;
	} while (last !== undefined);
}

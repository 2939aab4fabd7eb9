// A page is an eighth of a megabyte of text: memory stays flat for eight parallel files, and the first rows leave at once.
const PAGE_ROWS = 1_000;

/** Keyset pagination: no transaction stays open for a slow browser. `read` returns the next rows behind `last`, at most `limit`. */
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

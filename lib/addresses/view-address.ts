/**
 * Reads and writes a list's view (filters, order, page) in its address. Works without zod, so that the browser can load it; the API route
 * validates again.
 */
import { withQuery } from "#lib/api.ts";

export const PAGE_ROWS = 50;

const PAGE = /^[1-9]\d{0,5}$/;

export type AddressReaders<Name extends string> = Readonly<Record<Name, (value: string) => boolean>>;

export interface ReadAddress<Name extends string> {
	/** Empty and invalid parts are absent, so that equal views make equal query keys. */
	read: { [Part in Name]?: string };
	isWhole: boolean;
}

/** Never throws: invalid parts are left out, and a false `isWhole` tells the page to report that. Unknown parts are ignored. */
export function readAddress<Name extends string>(
	params: URLSearchParams,
	readers: AddressReaders<Name>,
): ReadAddress<Name> {
	const found: ReadAddress<Name> = { read: {}, isWhole: true };
	for (const name of Object.keys(readers) as Name[]) {
		const value = params.get(name);
		if (!value) continue;
		if (readers[name](value)) found.read[name] = value;
		else found.isWhole = false;
	}
	return found;
}

/** The page number, which is only for texts such as "51–100 of 412": the cursor decides which rows are shown. 0 when unknown. */
export function readPageNumber(
	params: URLSearchParams,
	cursor: string | undefined,
): { page: number; isWhole: boolean } {
	if (cursor === undefined) return { page: 1, isWhole: true };
	const { read, isWhole } = readAddress(params, { page: (value) => PAGE.test(value) });
	return { page: Number(read.page ?? "0"), isWhole };
}

type Query = Readonly<Record<string, string | number | undefined>>;

export function withoutPages<Asked extends object>(query: Asked): Omit<Asked, "cursor" | "limit"> {
	const { cursor: _page, limit: _rows, ...whole } = query as Query;
	return whole as Omit<Asked, "cursor" | "limit">;
}

export function isFiltered(query: object): boolean {
	const { sort: _order, ...filters } = withoutPages(query as Query);
	return Object.values(filters).some(Boolean);
}

/**
 * The address of a view after `change`, at the first page unless `change` has a cursor. Empty parts and the `usual` order are left out, so
 * that equal views have equal addresses.
 */
export function viewPath<Asked extends object>(
	path: string,
	query: Asked,
	change: Partial<Asked> = {},
	usual?: string,
): string {
	const { sort, cursor, limit: _rows, ...filters } = { ...withoutPages(query as Query), ...(change as Query) };
	return withQuery(path, { ...filters, sort: sort === usual ? undefined : sort, cursor });
}

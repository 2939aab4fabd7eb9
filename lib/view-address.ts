/** A list's view as its address says it: filters, order and page. Pure and without zod: page and browser read it alike, the route judges again. */
import { withQuery } from "#lib/api.ts";

/** Of every list that has pages. */
export const PAGE_ROWS = 50;

const PAGE = /^[1-9]\d{0,5}$/;

/** What a part of an address may be. */
export type AddressReaders<Name extends string> = Readonly<Record<Name, (value: string) => boolean>>;

export interface ReadAddress<Name extends string> {
	/** Without the keys that hold nothing: equal views make equal query keys. */
	read: { [Part in Name]?: string };
	/** False: something had to be left out. */
	isWhole: boolean;
}

/** Never throws: a link with a fault still opens, and its reader may say so. Parts that nobody asks for are passed over. */
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

/**
 * Which page a cursor opens, for the words "51–100 of 412"; the cursor alone decides what is shown. 0 when nobody knows, 1
 * without a cursor.
 */
export function readPageNumber(
	params: URLSearchParams,
	cursor: string | undefined,
): { page: number; isWhole: boolean } {
	if (cursor === undefined) return { page: 1, isWhole: true };
	const { read, isWhole } = readAddress(params, { page: (value) => PAGE.test(value) });
	return { page: Number(read.page ?? "0"), isWhole };
}

type Query = Readonly<Record<string, string | number | undefined>>;

/** The query as an export takes it: the whole of what the list shows a page of. */
export function withoutPages<Asked extends object>(query: Asked): Omit<Asked, "cursor" | "limit"> {
	const { cursor: _page, limit: _rows, ...whole } = query as Query;
	return whole as Omit<Asked, "cursor" | "limit">;
}

/** Is it narrowed? Order and pages are no filter. */
export function isFiltered(query: object): boolean {
	const { sort: _order, ...filters } = withoutPages(query as Query);
	return Object.values(filters).some(Boolean);
}

/**
 * The address of a view changed: another filter or order starts at the first page, unless a page is the change itself. Keys that
 * hold nothing are left out, and so is the `usual` order: equal views have equal addresses.
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

/** The address of a view of movements, read and written alike by page and browser. Pure, and without zod: it travels. */
import { withQuery } from "#lib/api.ts";
import type { MovementQuery } from "#lib/contracts/movement.ts";
import { isCalendarDay } from "#lib/dates.ts";
import { isAmountBound } from "#lib/money.ts";

export interface MovementView {
	currency: string;
	query: MovementQuery;
	/** Which page the cursor opens, for the words "51–100 of 412"; the cursor alone decides what is shown. */
	page: number;
	/** Something in the address could not be read and was left out. */
	dropped: boolean;
}

/** Another filter or order starts at its first page. */
export type MovementChange = Partial<Omit<MovementQuery, "limit" | "cursor">> & { currency?: string };

export const PAGE_ROWS = 50;

const PAGE = /^[1-9]\d{0,5}$/;
const SORTS: readonly MovementQuery["sort"][] = ["-createdAt", "createdAt", "-amount", "amount"];

/** Never throws: a link with a fault still opens, and says so. `currencies` are the configured wallets, at least one. */
export function readMovementView(params: URLSearchParams, currencies: readonly string[]): MovementView {
	let dropped = false;
	const read = (name: string, fits: (value: string) => boolean): string | undefined => {
		const value = params.get(name);
		if (value === null || value === "") return undefined;
		if (fits(value)) return value;
		dropped = true;
		return undefined;
	};
	const currency = read("currency", (value) => currencies.includes(value)) ?? currencies[0] ?? "";
	const sort = read("sort", (value) => SORTS.some((known) => known === value)) as MovementQuery["sort"] | undefined;
	let [from, to] = [read("from", isCalendarDay), read("to", isCalendarDay)];
	if (from && to && from > to) {
		dropped = true;
		[from, to] = [undefined, undefined];
	}
	const cursor = read("cursor", (value) => value.length <= 400);
	const query: MovementQuery = {
		...defined({
			type: read("type", (value) => value.length <= 64),
			from,
			to,
			minAmount: read("minAmount", isAmountBound),
			maxAmount: read("maxAmount", isAmountBound),
			cursor,
		}),
		sort: sort ?? "-createdAt",
		limit: PAGE_ROWS,
	};
	const page = cursor ? Number(read("page", (value) => PAGE.test(value)) ?? "0") : 1;
	return { currency, query, page, dropped };
}

/** The page's address for a view changed; a key set to undefined is taken away. */
export function movementViewPath(view: MovementView, change: MovementChange = {}): string {
	const { cursor: _page, limit: _rows, ...filters } = view.query;
	const { currency, sort, ...rest } = { currency: view.currency, ...filters, ...change };
	return withQuery("/movements", { currency, ...rest, sort: sort === "-createdAt" ? undefined : sort });
}

/** Another page of the same view; without a cursor the first. */
export function movementPagePath(view: MovementView, cursor: string | undefined, page: number): string {
	const first = movementViewPath(view);
	if (!cursor) return first;
	const query = { cursor, page: page > 0 ? page : undefined };
	return `${first}&${withQuery("", query).slice(1)}`;
}

export function isFiltered({ query: { type, from, to, minAmount, maxAmount } }: MovementView): boolean {
	return [type, from, to, minAmount, maxAmount].some((value) => value !== undefined);
}

/** Without the keys that hold nothing: equal views make equal query keys. */
function defined<T extends Record<string, string | undefined>>(fields: T): { [K in keyof T]?: string } {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
		[K in keyof T]?: string;
	};
}

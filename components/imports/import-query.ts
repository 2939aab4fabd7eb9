/** The register's view as its address says it. Pure and without zod: page and browser read it alike, the route judges again. */
import { withQuery } from "#lib/api.ts";
import type { ImportedTransactionQuery, ImportState } from "#lib/contracts/imported-transaction.ts";
import { isReference } from "#lib/paths.ts";

const PAGE_ROWS = 50;
export const STATES: readonly ImportState[] = ["waiting", "found", "not_found", "unreadable"];

export function readImportQuery(params: URLSearchParams): ImportedTransactionQuery {
	const state = STATES.find((name) => name === params.get("state"));
	const cursor = params.get("cursor");
	return {
		limit: PAGE_ROWS,
		...(state ? { state } : {}),
		...(cursor && isReference(cursor) ? { cursor } : {}),
	};
}

/** Another filter starts at the first page. */
export function importPath(query: ImportedTransactionQuery, change: Partial<ImportedTransactionQuery> = {}): string {
	const { cursor: _page, limit: _rows, ...filters } = query;
	return withQuery("/imports", { ...filters, ...change });
}

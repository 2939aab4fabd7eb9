/** The register's view as its address says it. */

import type { ImportedTransactionQuery, ImportState } from "#lib/contracts/imported-transaction.ts";
import { isReference } from "#lib/paths.ts";
import { type AddressReaders, PAGE_ROWS, readAddress, viewPath } from "#lib/view-address.ts";

export const STATES: readonly ImportState[] = ["waiting", "found", "not_found", "unreadable"];

const READERS: AddressReaders<"state" | "cursor"> = {
	state: (value) => STATES.some((name) => name === value),
	cursor: isReference,
};

export function readImportQuery(params: URLSearchParams): ImportedTransactionQuery {
	const { state, cursor } = readAddress(params, READERS).read;
	return { limit: PAGE_ROWS, ...(state ? { state: state as ImportState } : {}), ...(cursor ? { cursor } : {}) };
}

export function importPath(query: ImportedTransactionQuery, change?: Partial<ImportedTransactionQuery>): string {
	return viewPath("/imports", query, change);
}

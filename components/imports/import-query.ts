import { type AddressReaders, PAGE_ROWS, readAddress, viewPath } from "#lib/addresses/view-address.ts";
import type { ImportedTransactionQuery } from "#lib/contracts/imported-transaction.ts";
import { IMPORT_STATES, type ImportState } from "#lib/imports/import-states.ts";
import { isReference } from "#lib/paths.ts";

const READERS: AddressReaders<"state" | "cursor"> = {
	state: (value) => IMPORT_STATES.some((name) => name === value),
	cursor: isReference,
};

export function readImportQuery(params: URLSearchParams): ImportedTransactionQuery {
	const { state, cursor } = readAddress(params, READERS).read;
	return { limit: PAGE_ROWS, ...(state ? { state: state as ImportState } : {}), ...(cursor ? { cursor } : {}) };
}

export function importPath(query: ImportedTransactionQuery, change?: Partial<ImportedTransactionQuery>): string {
	return viewPath("/imports", query, change);
}

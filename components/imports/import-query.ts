import { type AddressReaders, PAGE_ROWS, readAddress, viewPath } from "#lib/addresses/view-address.ts";
import type { ImportedTransactionQuery } from "#lib/contracts/imported-transaction.ts";
import { IMPORT_STATES } from "#lib/imports/import-states.ts";
import { isReference } from "#lib/paths.ts";

const READERS: AddressReaders<"state" | "cursor"> = {
	state: (value) => IMPORT_STATES.some((name) => name === value),
	cursor: isReference,
};

export function readImportQuery(params: URLSearchParams): ImportedTransactionQuery {
	return { limit: PAGE_ROWS, ...readAddress(params, READERS).read } as ImportedTransactionQuery;
}

export function importPath(query: ImportedTransactionQuery, change?: Partial<ImportedTransactionQuery>): string {
	return viewPath("/imports", query, change);
}

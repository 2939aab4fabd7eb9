/** Queries and uploads of imported transactions. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { apiGet, apiSend, withQuery } from "#lib/api.ts";
import type {
	ImportedTransactionList,
	ImportedTransactionQuery,
	ImportResult,
} from "#lib/contracts/imported-transaction.ts";
import { IMPORT_BATCH } from "#lib/imports/import-batch.ts";

export const importQueries = {
	all: ["imports"] as const,
	list: (query: ImportedTransactionQuery) =>
		queryOptions({
			queryKey: ["imports", query] as const,
			queryFn: ({ signal }) =>
				apiGet<ImportedTransactionList>(withQuery("/api/imported-transactions", query), { signal }),
			placeholderData: keepPreviousData,
		}),
};

/** Sends any number of references in several requests. Repeating after a fault is harmless. */
export async function sendReferences(references: readonly string[]): Promise<ImportResult> {
	const sum: ImportResult = { added: 0, already: 0, ours: [] };
	for (let start = 0; start < references.length; start += IMPORT_BATCH) {
		const batch = { references: references.slice(start, start + IMPORT_BATCH) };
		const { added, already, ours } = await apiSend<ImportResult>("POST", "/api/imported-transactions", batch);
		sum.added += added;
		sum.already += already;
		sum.ours.push(...ours);
	}
	return sum;
}

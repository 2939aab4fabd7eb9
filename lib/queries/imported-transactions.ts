import { keepPreviousData } from "@tanstack/react-query";
import { apiSend, withQuery } from "#lib/api.ts";
import type {
	ImportedTransactionList,
	ImportedTransactionQuery,
	ImportResult,
} from "#lib/contracts/imported-transaction.ts";
import type { OrphanAnswerList, OrphanResolutionRequest } from "#lib/contracts/orphan-answer.ts";
import { IMPORT_BATCH } from "#lib/imports/import-states.ts";
import { apiQuery } from "#lib/queries/api-query.ts";

const PATH = "/api/imported-transactions";

export const importQueries = {
	list: (query: ImportedTransactionQuery) =>
		apiQuery<ImportedTransactionList>(["imports", query], withQuery(PATH, query), {
			placeholderData: keepPreviousData,
		}),
	/** The key begins with "imports", so that a change of imported transactions refetches the orphan answers too. */
	orphanAnswers: () => apiQuery<OrphanAnswerList>(["imports", "orphan-answers"], "/api/orphan-answers"),
};

/** Sends any number of references, in several requests. After a fault the caller can send all again: no reference is imported twice. */
export async function sendReferences(references: readonly string[]): Promise<ImportResult> {
	const sum: ImportResult = { added: 0, already: 0, ours: [] };
	for (let start = 0; start < references.length; start += IMPORT_BATCH) {
		const batch = { references: references.slice(start, start + IMPORT_BATCH) };
		const { added, already, ours } = await apiSend<ImportResult>("POST", PATH, batch);
		sum.added += added;
		sum.already += already;
		sum.ours.push(...ours);
	}
	return sum;
}

export const resolveOrphanAnswer = ({ id, request }: { id: string; request: OrphanResolutionRequest }) =>
	apiSend<void>("POST", `/api/orphan-answers/${encodeURIComponent(id)}`, request);

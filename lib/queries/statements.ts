/** Queries of statements, decisions about closing a month, and the accounts of the journal. */
import { queryOptions } from "@tanstack/react-query";
import { apiGet, apiSend, withQuery } from "#lib/api.ts";
import type { Asked } from "#lib/contracts/change-request.ts";
import type { JournalAccounts } from "#lib/contracts/journal.ts";
import type { ClosingDecision, MonthClosing, Statement, StatementQuery } from "#lib/contracts/statement.ts";

export function statementPath(currency: string): string {
	return `/api/statements/${encodeURIComponent(currency)}`;
}

export const statementQueries = {
	all: ["statements"] as const,
	of: (currency: string, { from, to }: StatementQuery) =>
		queryOptions({
			queryKey: ["statements", currency, from, to] as const,
			queryFn: ({ signal }) => apiGet<Statement>(withQuery(statementPath(currency), { from, to }), { signal }),
			placeholderData: (before, asked) => (asked?.queryKey[1] === currency ? before : undefined),
		}),
};

/** Throws ApiError. */
export function decideClosing(currency: string, decision: ClosingDecision): Promise<MonthClosing | Asked> {
	return apiSend("POST", `${statementPath(currency)}/closings`, decision);
}

export const journalAccountQueries = {
	all: ["settings", "journal-accounts"] as const,
	now: () =>
		queryOptions({
			queryKey: ["settings", "journal-accounts"] as const,
			queryFn: ({ signal }) => apiGet<JournalAccounts>("/api/journal-accounts", { signal }),
		}),
};

/** Throws ApiError. */
export function changeJournalAccounts(accounts: JournalAccounts): Promise<JournalAccounts> {
	return apiSend("PUT", "/api/journal-accounts", accounts);
}

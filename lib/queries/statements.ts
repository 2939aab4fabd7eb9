/** Queries of statements, decisions about closing a month, and the accounts of the journal. */
import { apiSend, withQuery } from "#lib/api.ts";
import type { Asked } from "#lib/contracts/change-request.ts";
import type { JournalAccounts } from "#lib/contracts/journal.ts";
import type { MonthClose, MonthCloseDecision, Statement, StatementQuery } from "#lib/contracts/statement.ts";
import { apiQuery, keepOfWallet } from "#lib/queries/api-query.ts";

export const statementPath = (currency: string) => `/api/statements/${encodeURIComponent(currency)}`;

export const statementQueries = {
	of: (currency: string, { from, to }: StatementQuery) =>
		apiQuery<Statement>(
			["statements", currency, from, to],
			withQuery(statementPath(currency), { from, to }),
			keepOfWallet(currency),
		),
};

export const decideMonthClose = (currency: string, decision: MonthCloseDecision) =>
	apiSend<MonthClose | Asked>("POST", `${statementPath(currency)}/closings`, decision);

const ACCOUNTS = "/api/journal-accounts";

export const journalAccountQueries = {
	all: ["settings", "journal-accounts"] as const,
	now: () => apiQuery<JournalAccounts>(["settings", "journal-accounts"], ACCOUNTS),
};

export const changeJournalAccounts = (accounts: JournalAccounts) => apiSend<JournalAccounts>("PUT", ACCOUNTS, accounts);

import { deskPage } from "#app/(desk)/desk-page.tsx";
import { pageTitle } from "#app/page-title.ts";
import { AccountingView } from "#components/settings/accounting/accounting-view.tsx";
import { journalAccountQueries } from "#lib/queries/statements.ts";
import { readJournalAccounts } from "#server/statements/read-journal-accounts.ts";

export const generateMetadata = pageTitle("journalAccounts.tab", "settings.title");

export default deskPage("settings.read", (context) => ({
	texts: ["journalAccounts", "settings.rules"],
	reads: [{ queryKey: journalAccountQueries.all, read: () => readJournalAccounts(context) }],
	page: <AccountingView />,
}));

import { pageTitle } from "#app/page-title.ts";
import { AccountingView } from "#components/settings/accounting/accounting-view.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { Prefetched } from "#components/shell/prefetched.tsx";
import { journalAccountQueries } from "#lib/queries/statements.ts";
import { pageContext } from "#server/http/page-context.ts";
import { readJournalAccounts } from "#server/statements/read-journal-accounts.ts";

export const generateMetadata = pageTitle("journalAccounts.tab", "settings.title");

export default async function AccountingPage() {
	const context = await pageContext("settings.read");
	const accounts = { queryKey: journalAccountQueries.all, read: () => readJournalAccounts(context) };
	return (
		<ClientMessages namespaces={["journalAccounts"]}>
			<Prefetched entries={[accounts]}>
				<AccountingView />
			</Prefetched>
		</ClientMessages>
	);
}

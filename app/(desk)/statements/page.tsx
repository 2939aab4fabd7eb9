import { getTranslations } from "next-intl/server";
import { pageTitle } from "#app/page-title.ts";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { Prefetched } from "#components/shell/prefetched.tsx";
import { ALL_WALLETS, readStatementView } from "#components/statements/statement-address.ts";
import { StatementsView } from "#components/statements/statements-view.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { plainSearchParams, type SearchParams } from "#lib/addresses/search-params.ts";
import { dayOf } from "#lib/dates.ts";
import { statementQueries } from "#lib/queries/statements.ts";
import { pageContext } from "#server/http/page-context.ts";
import { readStatement } from "#server/statements/read-statement.ts";

export const generateMetadata = pageTitle("statements.title");

export default async function StatementsPage({ searchParams }: { searchParams: SearchParams }) {
	const context = await pageContext("statement.read");
	const t = await getTranslations("statements");
	const { walletCurrencies, timeZone, businessName } = context.config;
	const today = dayOf(context.clock.now(), timeZone);
	const view = readStatementView(plainSearchParams(await searchParams), walletCurrencies, today);
	const { wallet, from, to } = view;
	const shown = wallet === ALL_WALLETS ? walletCurrencies : [wallet];
	const entries = shown.map((currency) => ({
		...statementQueries.of(currency, { from, to }),
		read: () => readStatement(context, { currency, from, to }),
	}));
	return (
		<ClientMessages namespaces={["statements", "movements.types", "changes.toastAsked", "changes.toastAlone"]}>
			<PageHeader title={t("title")} lead={t("lead")} />
			<Prefetched entries={entries}>
				<StatementsView currencies={walletCurrencies} today={today} businessName={businessName} />
			</Prefetched>
		</ClientMessages>
	);
}

import { getTranslations } from "next-intl/server";
import { deskPage } from "#app/(desk)/desk-page.tsx";
import { pageTitle } from "#app/page-title.ts";
import { ALL_WALLETS, readStatementView } from "#components/statements/statement-address.ts";
import { StatementsView } from "#components/statements/statements-view.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { dayOf } from "#lib/dates.ts";
import { statementQueries } from "#lib/queries/statements.ts";
import { readStatement } from "#server/statements/read-statement.ts";

export const generateMetadata = pageTitle("statements.title");

export default deskPage("statement.read", async (context, params) => {
	const t = await getTranslations("statements");
	const { walletCurrencies, timeZone, businessName } = context.config;
	const today = dayOf(context.clock.now(), timeZone);
	const { wallet, from, to } = readStatementView(params, walletCurrencies, today);
	const shown = wallet === ALL_WALLETS ? walletCurrencies : [wallet];
	return {
		texts: ["statements", "movements.types", "changes.toastAsked", "changes.toastAlone"],
		reads: shown.map((currency) => ({
			...statementQueries.of(currency, { from, to }),
			read: () => readStatement(context, { currency, from, to }),
		})),
		page: (
			<>
				<PageHeader title={t("title")} lead={t("lead")} />
				<StatementsView currencies={walletCurrencies} today={today} businessName={businessName} />
			</>
		),
	};
});

import { deskPage } from "#app/(desk)/desk-page.tsx";
import { pageTitle } from "#app/page-title.ts";
import { OperatorsView } from "#components/settings/operators/operators-view.tsx";
import { operatorQueries } from "#lib/queries/operators.ts";
import { listOperators } from "#server/settings/list-operators.ts";

export const generateMetadata = pageTitle("settings.tabs.operators", "settings.title");

export default deskPage("settings.read", (context) => ({
	reads: [{ ...operatorQueries.list(), read: () => listOperators(context) }],
	page: <OperatorsView wallets={context.config.walletCurrencies} />,
}));

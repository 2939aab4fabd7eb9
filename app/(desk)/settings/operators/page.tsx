import { pageTitle } from "#app/page-title.ts";
import { OperatorsView } from "#components/settings/operators/operators-view.tsx";
import { Prefetched } from "#components/shell/prefetched.tsx";
import { operatorQueries } from "#lib/queries/operators.ts";
import { pageContext } from "#server/http/page-context.ts";
import { listOperators } from "#server/settings/list-operators.ts";

export const generateMetadata = pageTitle("settings.tabs.operators", "settings.title");

export default async function OperatorsPage() {
	const context = await pageContext("settings.read");
	const list = { ...operatorQueries.list(), read: () => listOperators(context) };
	return (
		<Prefetched entries={[list]}>
			<OperatorsView wallets={context.config.walletCurrencies} />
		</Prefetched>
	);
}

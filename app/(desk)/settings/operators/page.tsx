import { HydrationBoundary } from "@tanstack/react-query";
import { pageTitle } from "#app/page-title.ts";
import { OperatorsView } from "#components/settings/operators/operators-view.tsx";
import { operatorQueries } from "#lib/queries/operators.ts";
import { prefetched } from "#lib/queries/prefetch.ts";
import { pageContext } from "#server/http/page-context.ts";
import { listOperators } from "#server/settings/list-operators.ts";

export const generateMetadata = pageTitle("settings.tabs.operators", "settings.title");

export default async function OperatorsPage() {
	const context = await pageContext("settings.read");
	const list = { queryKey: operatorQueries.list().queryKey, read: () => listOperators(context) };
	return (
		<HydrationBoundary state={await prefetched([list])}>
			<OperatorsView wallets={context.config.walletCurrencies} />
		</HydrationBoundary>
	);
}

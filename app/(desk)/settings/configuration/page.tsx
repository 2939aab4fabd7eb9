import { HydrationBoundary } from "@tanstack/react-query";
import { pageTitle } from "#app/page-title.ts";
import { ConfigurationView } from "#components/settings/configuration/configuration-view.tsx";
import { configurationQueries } from "#lib/queries/configuration.ts";
import { prefetched } from "#lib/queries/prefetch.ts";
import { walletGapQueries } from "#lib/queries/wallet-gaps.ts";
import { listWalletGaps } from "#server/continuity/list-wallet-gaps.ts";
import { pageContext } from "#server/http/page-context.ts";
import { readConfiguration } from "#server/settings/read-configuration.ts";

export const generateMetadata = pageTitle("settings.tabs.configuration", "settings.title");

export default async function ConfigurationPage() {
	const context = await pageContext("settings.read");
	const now = { queryKey: configurationQueries.now().queryKey, read: () => readConfiguration(context) };
	const gaps = { queryKey: walletGapQueries.now().queryKey, read: () => listWalletGaps(context) };
	return (
		<HydrationBoundary state={await prefetched([now, gaps])}>
			<ConfigurationView />
		</HydrationBoundary>
	);
}

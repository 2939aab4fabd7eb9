import { HydrationBoundary } from "@tanstack/react-query";
import { pageTitle } from "#app/page-title.ts";
import { ConfigurationView } from "#components/settings/configuration/configuration-view.tsx";
import { configurationQueries } from "#lib/queries/configuration.ts";
import { prefetched } from "#lib/queries/prefetch.ts";
import { walletWitnessQueries } from "#lib/queries/wallet-witness.ts";
import { readWalletWitness } from "#server/continuity/read-wallet-witness.ts";
import { pageContext } from "#server/http/page-context.ts";
import { readConfiguration } from "#server/settings/read-configuration.ts";

export const generateMetadata = pageTitle("settings.tabs.configuration", "settings.title");

export default async function ConfigurationPage() {
	const context = await pageContext("settings.read");
	const now = { queryKey: configurationQueries.now().queryKey, read: () => readConfiguration(context) };
	const witness = { queryKey: walletWitnessQueries.now().queryKey, read: () => readWalletWitness(context) };
	return (
		<HydrationBoundary state={await prefetched([now, witness])}>
			<ConfigurationView />
		</HydrationBoundary>
	);
}

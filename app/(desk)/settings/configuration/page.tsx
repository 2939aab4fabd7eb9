import { pageTitle } from "#app/page-title.ts";
import { ConfigurationView } from "#components/settings/configuration/configuration-view.tsx";
import { Prefetched } from "#components/shell/prefetched.tsx";
import { configurationQueries } from "#lib/queries/configuration.ts";
import { walletGapQueries } from "#lib/queries/wallet-gaps.ts";
import { listWalletGaps } from "#server/continuity/list-wallet-gaps.ts";
import { pageContext } from "#server/http/page-context.ts";
import { readConfiguration } from "#server/settings/read-configuration.ts";

export const generateMetadata = pageTitle("settings.tabs.configuration", "settings.title");

export default async function ConfigurationPage() {
	const context = await pageContext("settings.read");
	const now = { ...configurationQueries.now(), read: () => readConfiguration(context) };
	const gaps = { ...walletGapQueries.now(), read: () => listWalletGaps(context) };
	return (
		<Prefetched entries={[now, gaps]}>
			<ConfigurationView />
		</Prefetched>
	);
}

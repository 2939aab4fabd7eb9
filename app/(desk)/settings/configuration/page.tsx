import { deskPage } from "#app/(desk)/desk-page.tsx";
import { pageTitle } from "#app/page-title.ts";
import { ConfigurationView } from "#components/settings/configuration/configuration-view.tsx";
import { configurationQueries } from "#lib/queries/configuration.ts";
import { walletGapQueries } from "#lib/queries/wallet-gaps.ts";
import { listWalletGaps } from "#server/continuity/list-wallet-gaps.ts";
import { readConfiguration } from "#server/settings/read-configuration.ts";

export const generateMetadata = pageTitle("settings.tabs.configuration", "settings.title");

export default deskPage("settings.read", (context) => ({
	reads: [
		{ ...configurationQueries.now(), read: () => readConfiguration(context) },
		{ ...walletGapQueries.now(), read: () => listWalletGaps(context) },
	],
	page: <ConfigurationView />,
}));

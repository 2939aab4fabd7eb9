import { deskPage } from "#app/(desk)/desk-page.tsx";
import { pageTitle } from "#app/page-title.ts";
import { RulesView } from "#components/settings/rules/rules-view.tsx";
import { payoutRuleQueries } from "#lib/queries/payout-rules.ts";
import { readPayoutRules } from "#server/settings/read-payout-rules.ts";

export const generateMetadata = pageTitle("settings.tabs.payouts", "settings.title");

export default deskPage("settings.read", (context) => ({
	reads: [{ queryKey: payoutRuleQueries.all, read: () => readPayoutRules(context) }],
	page: <RulesView />,
}));

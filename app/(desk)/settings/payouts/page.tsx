import { HydrationBoundary } from "@tanstack/react-query";
import { pageTitle } from "#app/page-title.ts";
import { RulesView } from "#components/settings/rules/rules-view.tsx";
import { payoutRuleQueries } from "#lib/queries/payout-rules.ts";
import { prefetched } from "#lib/queries/prefetch.ts";
import { pageContext } from "#server/http/page-context.ts";
import { readPayoutRules } from "#server/settings/read-payout-rules.ts";

export const generateMetadata = pageTitle("settings.tabs.payouts", "settings.title");

export default async function PayoutRulesPage() {
	const context = await pageContext("settings.read");
	const rules = { queryKey: payoutRuleQueries.all, read: () => readPayoutRules(context) };
	return (
		<HydrationBoundary state={await prefetched([rules])}>
			<RulesView />
		</HydrationBoundary>
	);
}

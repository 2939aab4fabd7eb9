import { pageTitle } from "#app/page-title.ts";
import { RulesView } from "#components/settings/rules/rules-view.tsx";
import { Prefetched } from "#components/shell/prefetched.tsx";
import { payoutRuleQueries } from "#lib/queries/payout-rules.ts";
import { pageContext } from "#server/http/page-context.ts";
import { readPayoutRules } from "#server/settings/read-payout-rules.ts";

export const generateMetadata = pageTitle("settings.tabs.payouts", "settings.title");

export default async function PayoutRulesPage() {
	const context = await pageContext("settings.read");
	const rules = { queryKey: payoutRuleQueries.all, read: () => readPayoutRules(context) };
	return (
		<Prefetched entries={[rules]}>
			<RulesView />
		</Prefetched>
	);
}

import { HydrationBoundary } from "@tanstack/react-query";
import { pageTitle } from "#app/page-title.ts";
import { SignInRulesView } from "#components/settings/sign-in/sign-in-rules-view.tsx";
import { prefetched } from "#lib/queries/prefetch.ts";
import { signInRulesQueries } from "#lib/queries/sign-in-rules.ts";
import { pageContext, pageSessionKey } from "#server/http/page-context.ts";
import { readSignInRules } from "#server/single-sign-on/read-sign-in-rules.ts";

export const generateMetadata = pageTitle("settings.tabs.sign-in", "settings.title");

export default async function SignInRulesPage() {
	const context = await pageContext("settings.read");
	const sessionKey = await pageSessionKey();
	const rules = { queryKey: signInRulesQueries.all, read: () => readSignInRules(context, { sessionKey }) };
	return (
		<HydrationBoundary state={await prefetched([rules])}>
			<SignInRulesView />
		</HydrationBoundary>
	);
}

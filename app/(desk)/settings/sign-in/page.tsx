import { pageTitle } from "#app/page-title.ts";
import { SignInRulesView } from "#components/settings/sign-in/sign-in-rules-view.tsx";
import { Prefetched } from "#components/shell/prefetched.tsx";
import { signInRulesQueries } from "#lib/queries/sign-in-rules.ts";
import { pageContext, pageSessionKey } from "#server/http/page-context.ts";
import { readSignInRules } from "#server/single-sign-on/read-sign-in-rules.ts";

export const generateMetadata = pageTitle("settings.tabs.sign-in", "settings.title");

export default async function SignInRulesPage() {
	const context = await pageContext("settings.read");
	const sessionKey = await pageSessionKey();
	const rules = { queryKey: signInRulesQueries.all, read: () => readSignInRules(context, { sessionKey }) };
	return (
		<Prefetched entries={[rules]}>
			<SignInRulesView />
		</Prefetched>
	);
}

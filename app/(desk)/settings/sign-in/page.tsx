import { deskPage } from "#app/(desk)/desk-page.tsx";
import { pageTitle } from "#app/page-title.ts";
import { SignInRulesView } from "#components/settings/sign-in/sign-in-rules-view.tsx";
import { signInRulesQueries } from "#lib/queries/sign-in-rules.ts";
import { pageSessionKey } from "#server/http/page-context.ts";
import { readSignInRules } from "#server/single-sign-on/read-sign-in-rules.ts";

export const generateMetadata = pageTitle("settings.tabs.sign-in", "settings.title");

export default deskPage("settings.read", async (context) => {
	const sessionKey = await pageSessionKey();
	return {
		reads: [{ queryKey: signInRulesQueries.all, read: () => readSignInRules(context, { sessionKey }) }],
		page: <SignInRulesView />,
	};
});

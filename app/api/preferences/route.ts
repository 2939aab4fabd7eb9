import { preferencesSchema } from "#lib/contracts/member.ts";
import { keepPreferences } from "#server/access/keep-preferences.ts";
import { preferenceCookies } from "#server/http/cookies/preference-cookies.ts";
import { handle } from "#server/http/route-handler.ts";

// Public, because the sign-in page also offers language and theme.
export const PUT = handle({ public: true, body: preferencesSchema }, async (context, preferences, { session }) => {
	await keepPreferences(context, { ...preferences, sessionId: session.id });
	const headers = new Headers();
	for (const cookie of preferenceCookies(context.config.appOrigin, preferences)) headers.append("set-cookie", cookie);
	return new Response(null, { status: 204, headers });
});

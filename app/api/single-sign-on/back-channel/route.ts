import { providerLogoutSchema } from "#lib/contracts/sign-in-rules.ts";
import { handle } from "#server/http/route-handler.ts";
import { backChannelLogout } from "#server/single-sign-on/back-channel-logout.ts";

export const POST = handle({ public: true, form: true, body: providerLogoutSchema }, async (context, input) => {
	await backChannelLogout(context, input.logout_token);
	return {};
});

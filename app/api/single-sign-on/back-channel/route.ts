import { toldSignOutSchema } from "#lib/contracts/sign-in-rules.ts";
import { handle } from "#server/http/handle.ts";
import { endToldSessions } from "#server/single-sign-on/end-told-sessions.ts";

/** From the provider's server: somebody has signed out there. */
export const POST = handle({ public: true, form: true, body: toldSignOutSchema }, async ({ context, body }) => {
	await endToldSessions(context, body.logout_token);
	return {};
});

import { acceptanceSchema } from "#lib/contracts/invitation.ts";
import { sessionResponse } from "#server/http/answers/session-response.ts";
import { handle } from "#server/http/handle.ts";
import { requestingBrowser } from "#server/http/requesting-browser.ts";
import { acceptInvitation } from "#server/invitations/accept-invitation.ts";

export const POST = handle({ public: true, body: acceptanceSchema }, async ({ context, body, session, request }) => {
	const from = requestingBrowser(context.config, request);
	const arrived = await acceptInvitation(context, { ...body, ...from, previousSessionId: session.id });
	return sessionResponse(context.config, arrived);
});

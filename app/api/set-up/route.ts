import { setUpSchema } from "#lib/contracts/invitation.ts";
import { sessionResponse } from "#server/http/answers/session-response.ts";
import { handle } from "#server/http/handle.ts";
import { requestingBrowser } from "#server/http/requesting-browser.ts";
import { setUpDesk } from "#server/invitations/set-up-desk.ts";

export const POST = handle({ public: true, body: setUpSchema }, async ({ context, body, session, request }) => {
	const from = requestingBrowser(context.config, request);
	const arrived = await setUpDesk(context, { ...body, ...from, previousSessionId: session.id });
	return sessionResponse(context.config, arrived);
});

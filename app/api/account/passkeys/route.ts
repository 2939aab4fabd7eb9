import { newPasskeySchema } from "#lib/contracts/second-factor.ts";
import { renewedResponse } from "#server/http/answers/session-response.ts";
import { handle } from "#server/http/route-handler.ts";
import { addPasskey } from "#server/second-factor/enrol/enrol-passkey.ts";

export const POST = handle({ stages: ["enrolment"], body: newPasskeySchema }, async (context, passkey, { session }) => {
	const { recoveryCodes, sessionId } = await addPasskey(context, { ...passkey, sessionKey: session.key });
	return renewedResponse(context.config, sessionId, { recoveryCodes });
});

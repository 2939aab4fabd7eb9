import { totpConfirmationSchema } from "#lib/contracts/second-factor.ts";
import { renewedResponse } from "#server/http/answers/session-response.ts";
import { handle } from "#server/http/handle.ts";
import { askNewTotp, confirmTotp } from "#server/second-factor/enrol/enrol-totp.ts";
import { removeTotp } from "#server/second-factor/enrol/remove-factor.ts";

/** Creates a secret for the authenticator app; the secret is not active yet. */
export const POST = handle({ stages: ["enrolment"] }, ({ context }) => askNewTotp(context));

/** Activates the secret by the app's first code. */
export const PUT = handle({ stages: ["enrolment"], body: totpConfirmationSchema }, async (call) => {
	const { context, session, body } = call;
	const proof = { ...body, sessionKey: session.key };
	const { recoveryCodes, sessionId } = await confirmTotp(context, proof);
	return renewedResponse(context.config, sessionId, { recoveryCodes });
});

export const DELETE = handle({}, ({ context }) => removeTotp(context));

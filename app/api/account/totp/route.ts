import { totpConfirmationSchema } from "#lib/contracts/second-factor.ts";
import { renewedResponse } from "#server/http/answers/session-response.ts";
import { handle } from "#server/http/route-handler.ts";
import { askNewTotp, confirmTotp } from "#server/second-factor/enrol/enrol-totp.ts";
import { removeTotp } from "#server/second-factor/enrol/remove-factor.ts";

/** Creates a secret for the authenticator app, inactive until PUT confirms it with a first code. */
export const POST = handle({ stages: ["enrolment"] }, (context, _, { session }) =>
	askNewTotp(context, { sessionKey: session.key }),
);

export const PUT = handle(
	{ stages: ["enrolment"], body: totpConfirmationSchema },
	async (context, { code }, { session }) => {
		const { recoveryCodes, sessionId } = await confirmTotp(context, { code, sessionKey: session.key });
		return renewedResponse(context.config, sessionId, { recoveryCodes });
	},
);

export const DELETE = handle({}, removeTotp);

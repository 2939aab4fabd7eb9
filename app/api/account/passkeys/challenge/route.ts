import { handle } from "#server/http/route-handler.ts";
import { askNewPasskey } from "#server/second-factor/enrol/enrol-passkey.ts";

export const POST = handle({ stages: ["enrolment"] }, (context, _, { session }) =>
	askNewPasskey(context, { sessionKey: session.key }),
);

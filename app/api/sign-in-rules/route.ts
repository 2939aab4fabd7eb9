import { signInRulesChangeSchema } from "#lib/contracts/sign-in-rules.ts";
import { handle } from "#server/http/route-handler.ts";
import { changeSignInRules } from "#server/single-sign-on/change-sign-in-rules.ts";
import { readSignInRules } from "#server/single-sign-on/read-sign-in-rules.ts";

export const GET = handle({ action: "settings.read" }, (context, _, { session }) =>
	readSignInRules(context, { sessionKey: session.key }),
);

export const PUT = handle(
	{ action: "settings.manage", body: signInRulesChangeSchema },
	(context, change, { session }) => changeSignInRules(context, { change, sessionKey: session.key }),
);

import { passwordChangeSchema } from "#lib/contracts/account.ts";
import { changeOwnPassword } from "#server/access/change-own-password.ts";
import { handle } from "#server/http/route-handler.ts";

export const PUT = handle({ body: passwordChangeSchema, beforePasswordChange: true }, (context, change, { session }) =>
	changeOwnPassword(context, { ...change, sessionId: session.id }),
);

import { forgottenPermitClosingSchema, forgottenPermitPathSchema } from "#lib/contracts/configuration.ts";
import { handle } from "#server/http/handle.ts";
import { closeForgottenPermit } from "#server/payments/stop/close-forgotten-permit.ts";

/** An admin has looked for what a lost database sent, and says what was found. */
export const POST = handle(
	{ action: "settings.manage", params: forgottenPermitPathSchema, body: forgottenPermitClosingSchema },
	({ context, params, body }) => closeForgottenPermit(context, { attempt: params.attempt, reason: body.reason }),
);

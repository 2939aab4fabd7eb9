import { forgottenPermitClosingSchema, forgottenPermitPathSchema } from "#lib/contracts/configuration.ts";
import { closeForgottenPermit } from "#server/continuity/close-forgotten-permit.ts";
import { handle } from "#server/http/handle.ts";

/** An admin records what the wallet shows about a payment that a lost database sent. */
export const POST = handle(
	{ action: "settings.manage", params: forgottenPermitPathSchema, body: forgottenPermitClosingSchema },
	({ context, params, body }) => closeForgottenPermit(context, { attempt: params.attempt, reason: body.reason }),
);

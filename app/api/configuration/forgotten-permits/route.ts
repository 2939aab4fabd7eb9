import { forgottenPermitClosingSchema } from "#lib/contracts/configuration.ts";
import { closeForgottenPermits } from "#server/continuity/close-forgotten-permits.ts";
import { handle } from "#server/http/handle.ts";

/** An admin records what the wallet shows about payments that a lost database sent. */
export const POST = handle({ action: "settings.manage", body: forgottenPermitClosingSchema }, ({ context, body }) =>
	closeForgottenPermits(context, body),
);

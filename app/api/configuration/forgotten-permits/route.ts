import { forgottenPermitClosingSchema } from "#lib/contracts/configuration.ts";
import { closeForgottenPermits } from "#server/continuity/close-forgotten-permits.ts";
import { changeAnswer } from "#server/http/change-answer.ts";
import { handle } from "#server/http/handle.ts";

/** An admin says what the wallet shows about payments that a lost database sent; a second one confirms. */
export const POST = handle(
	{ action: "settings.manage", body: forgottenPermitClosingSchema },
	async ({ context, body }) => changeAnswer(await closeForgottenPermits(context, body)),
);

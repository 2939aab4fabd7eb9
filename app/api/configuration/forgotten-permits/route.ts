import { forgottenPermitClosingSchema } from "#lib/contracts/configuration.ts";
import { closeForgottenPermits } from "#server/continuity/close-forgotten-permits.ts";
import { changeAnswer } from "#server/http/change-answer.ts";
import { handle } from "#server/http/handle.ts";

/** An admin tells, from the wallet, how payments of a lost database ended; a second admin confirms. */
export const POST = handle(
	{ action: "settings.manage", body: forgottenPermitClosingSchema },
	async ({ context, body }) => changeAnswer(await closeForgottenPermits(context, body)),
);

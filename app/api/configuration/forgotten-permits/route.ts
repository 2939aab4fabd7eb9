import { forgottenPermitClosingSchema } from "#lib/contracts/configuration.ts";
import { closeForgottenPermits } from "#server/continuity/close-forgotten-permits.ts";
import { handle } from "#server/http/route-handler.ts";

/** An admin closes permits of a lost database after checking the wallet; a second admin confirms. */
export const POST = handle({ action: "settings.manage", body: forgottenPermitClosingSchema }, closeForgottenPermits);

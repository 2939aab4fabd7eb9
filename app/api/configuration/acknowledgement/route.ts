import { handle } from "#server/http/handle.ts";
import { acknowledgeDoubt, acknowledgementSchema } from "#server/payments/stop/acknowledge-doubt.ts";

/** An admin goes on with a database that this desk did not know. */
export const POST = handle({ action: "settings.manage", body: acknowledgementSchema }, ({ context, body }) =>
	acknowledgeDoubt(context, body),
);

import { handle } from "#server/http/route-handler.ts";
import { renewRecoveryCodes } from "#server/second-factor/recovery-codes.ts";

export const POST = handle({}, (context, _, { session }) => renewRecoveryCodes(context, { sessionKey: session.key }));

import { setUpSchema } from "#lib/contracts/invitation.ts";
import { signingIn } from "#server/http/answers/session-response.ts";
import { handle } from "#server/http/route-handler.ts";
import { setUpDesk } from "#server/invitations/set-up-desk.ts";

export const POST = handle({ public: true, body: setUpSchema }, signingIn(setUpDesk));

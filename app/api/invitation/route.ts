import { acceptanceSchema } from "#lib/contracts/invitation.ts";
import { signingIn } from "#server/http/answers/session-response.ts";
import { handle } from "#server/http/route-handler.ts";
import { acceptInvitation } from "#server/invitations/accept-invitation.ts";

export const POST = handle({ public: true, body: acceptanceSchema }, signingIn(acceptInvitation));

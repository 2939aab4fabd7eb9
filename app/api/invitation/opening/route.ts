import { linkSchema } from "#lib/contracts/invitation.ts";
import { handle } from "#server/http/route-handler.ts";
import { openInvitation } from "#server/invitations/open-invitation.ts";

/** Tells what an invitation link is for, and changes nothing. */
export const POST = handle({ public: true, body: linkSchema }, openInvitation);

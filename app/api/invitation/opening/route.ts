import { linkSchema } from "#lib/contracts/invitation.ts";
import { handle } from "#server/http/handle.ts";
import { openInvitation } from "#server/invitations/open-invitation.ts";

/** Shows what a link is for; changes nothing. */
export const POST = handle({ public: true, body: linkSchema }, ({ context, body }) => openInvitation(context, body));

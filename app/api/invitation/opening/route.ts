import { linkSchema } from "#lib/contracts/invitation.ts";
import { handle } from "#server/http/handle.ts";
import { openInvitation } from "#server/invitations/open-invitation.ts";

/** What a link is for. Looked at, it changes nothing. */
export const POST = handle({ public: true, body: linkSchema }, ({ context, body }) => openInvitation(context, body));

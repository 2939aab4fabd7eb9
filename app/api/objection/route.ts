import { linkSchema } from "#lib/contracts/invitation.ts";
import { stopByLink } from "#server/change-requests/objection.ts";
import { handle } from "#server/http/handle.ts";

/** A former admin stops a waiting change; the link is the only credential. */
export const POST = handle({ public: true, body: linkSchema }, ({ context, body }) => stopByLink(context, body));

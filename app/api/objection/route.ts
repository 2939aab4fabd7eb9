import { linkSchema } from "#lib/contracts/invitation.ts";
import { stopByLink } from "#server/change-requests/objection.ts";
import { handle } from "#server/http/handle.ts";

/** Stops a waiting change for a former admin, whose only credential is the link. */
export const POST = handle({ public: true, body: linkSchema }, ({ context, body }) => stopByLink(context, body));

import { linkSchema } from "#lib/contracts/invitation.ts";
import { stopByLink } from "#server/change-requests/objection.ts";
import { handle } from "#server/http/route-handler.ts";

/** Stops a waiting change for a member who recently lost the right to decide. The link is the only credential. */
export const POST = handle({ public: true, body: linkSchema }, stopByLink);

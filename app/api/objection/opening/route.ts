import { linkSchema } from "#lib/contracts/invitation.ts";
import { openObjection } from "#server/change-requests/objection.ts";
import { handle } from "#server/http/handle.ts";

/** Shows what a link would stop; changes nothing. */
export const POST = handle({ public: true, body: linkSchema }, ({ context, body }) => openObjection(context, body));

import { linkSchema } from "#lib/contracts/invitation.ts";
import { openObjection } from "#server/change-requests/objection.ts";
import { handle } from "#server/http/route-handler.ts";

/** Tells which change an objection link would stop, and changes nothing. */
export const POST = handle({ public: true, body: linkSchema }, openObjection);

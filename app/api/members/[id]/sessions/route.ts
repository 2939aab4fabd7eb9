import { idPathSchema } from "#lib/contracts/common-fields.ts";
import { handle } from "#server/http/route-handler.ts";
import { endMemberSessions, listMemberSessions } from "#server/members/end-member-sessions.ts";

export const GET = handle({ action: "member.read", params: idPathSchema, countsAsActivity: false }, listMemberSessions);

export const DELETE = handle({ action: "member.manage", params: idPathSchema }, endMemberSessions);

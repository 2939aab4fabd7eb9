import { z } from "zod";
import { idSchema } from "#lib/contracts/common-fields.ts";
import { handle } from "#server/http/handle.ts";
import { endMemberSessions, listMemberSessions } from "#server/members/end-member-sessions.ts";

const params = z.strictObject({ id: idSchema });

export const GET = handle({ action: "member.read", params, countsAsActivity: false }, ({ context, ...call }) =>
	listMemberSessions(context, call.params),
);

export const DELETE = handle({ action: "member.manage", params }, ({ context, ...call }) =>
	endMemberSessions(context, call.params),
);

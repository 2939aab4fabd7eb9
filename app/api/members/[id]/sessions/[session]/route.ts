import { z } from "zod";
import { idSchema } from "#lib/contracts/common-fields.ts";
import { handle } from "#server/http/route-handler.ts";
import { endMemberSessions } from "#server/members/end-member-sessions.ts";

const params = z.strictObject({ id: idSchema, session: z.string().regex(/^[0-9a-f]{16}$/) });

export const DELETE = handle({ action: "member.manage", params }, (context, { id, session }) =>
	endMemberSessions(context, { id, name: session }),
);

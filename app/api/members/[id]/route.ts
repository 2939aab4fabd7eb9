import { idPathSchema } from "#lib/contracts/common-fields.ts";
import { memberChangeSchema } from "#lib/contracts/member.ts";
import { handle } from "#server/http/route-handler.ts";
import { changeMember } from "#server/members/change-member.ts";

export const PATCH = handle(
	{ action: "member.manage", params: idPathSchema, body: memberChangeSchema },
	(context, { id, ...change }) => changeMember(context, { id, change }),
);

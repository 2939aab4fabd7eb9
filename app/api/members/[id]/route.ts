import { z } from "zod";
import { idSchema } from "#lib/contracts/common-fields.ts";
import { memberChangeSchema } from "#lib/contracts/member.ts";
import { changeAnswer } from "#server/http/change-answer.ts";
import { handle } from "#server/http/handle.ts";
import { changeMember } from "#server/members/change-member.ts";

const params = z.strictObject({ id: idSchema });

export const PATCH = handle(
	{ action: "member.manage", params, body: memberChangeSchema },
	async ({ context, ...call }) => changeAnswer(await changeMember(context, { id: call.params.id, change: call.body })),
);

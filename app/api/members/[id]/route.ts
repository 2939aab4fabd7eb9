import { z } from "zod";
import { memberChangeSchema } from "#lib/contracts/member.ts";
import { changeAnswer } from "#server/http/change-answer.ts";
import { handle } from "#server/http/handle.ts";
import { changeMember } from "#server/members/change-member.ts";

const params = z.strictObject({ id: z.string().regex(/^[A-Za-z0-9-]{1,64}$/) });

export const PATCH = handle(
	{ action: "member.manage", params, body: memberChangeSchema },
	async ({ context, ...call }) => changeAnswer(await changeMember(context, { id: call.params.id, change: call.body })),
);

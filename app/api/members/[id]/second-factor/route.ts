import { z } from "zod";
import { idSchema } from "#lib/contracts/common-fields.ts";
import { changeAnswer } from "#server/http/change-answer.ts";
import { handle } from "#server/http/handle.ts";
import { resetSecondFactor } from "#server/second-factor/enrol/reset-second-factor.ts";

const params = z.strictObject({ id: idSchema });

export const DELETE = handle({ action: "member.manage", params }, async ({ context, ...call }) => {
	const asked = await resetSecondFactor(context, call.params);
	return asked && changeAnswer(asked);
});

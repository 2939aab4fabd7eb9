import { z } from "zod";
import { idSchema } from "#lib/contracts/common-fields.ts";
import { handle } from "#server/http/handle.ts";
import { resetSecondFactor } from "#server/second-factor/enrol/reset-second-factor.ts";

const params = z.strictObject({ id: idSchema });

export const DELETE = handle({ action: "member.manage", params }, ({ context, ...call }) =>
	resetSecondFactor(context, call.params),
);

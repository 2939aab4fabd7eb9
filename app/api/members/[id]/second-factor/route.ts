import { z } from "zod";
import { handle } from "#server/http/handle.ts";
import { resetSecondFactor } from "#server/second-factor/enrol/reset-second-factor.ts";

const params = z.strictObject({ id: z.string().regex(/^[A-Za-z0-9-]{1,64}$/) });

export const DELETE = handle({ action: "member.manage", params }, ({ context, ...call }) =>
	resetSecondFactor(context, call.params),
);

import { z } from "zod";
import { changeDecisionSchema } from "#lib/contracts/change-request.ts";
import { decideChange } from "#server/change-requests/decide-change.ts";
import { handle } from "#server/http/handle.ts";

const params = z.strictObject({ id: z.string().regex(/^[0-9A-Z]{26}$/) });

export const POST = handle(
	{ action: "change_request.stop", params, body: changeDecisionSchema },
	({ context, ...call }) => decideChange(context, { id: call.params.id, decision: call.body.decision }),
);

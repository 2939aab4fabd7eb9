import { changeDecisionSchema } from "#lib/contracts/change-request.ts";
import { idPathSchema } from "#lib/contracts/common-fields.ts";
import { decideChange } from "#server/change-requests/decide-change.ts";
import { handle } from "#server/http/route-handler.ts";

export const POST = handle(
	{ action: "change_request.stop", params: idPathSchema, body: changeDecisionSchema },
	decideChange,
);

import { lineDecisionSchema, linePathSchema } from "#lib/contracts/reconciliation-decision.ts";
import { handle } from "#server/http/route-handler.ts";
import { decideLine } from "#server/reconciliation/decide-line.ts";

const options = { action: "reconciliation.decide", params: linePathSchema, body: lineDecisionSchema } as const;

export const POST = handle(options, decideLine);

import { handle } from "#server/http/route-handler.ts";
import { listOperators } from "#server/settings/list-operators.ts";

export const GET = handle({ action: "payment.read" }, listOperators);

import { handle } from "#server/http/handle.ts";
import { listOperators } from "#server/settings/list-operators.ts";

export const GET = handle({ action: "payment.read" }, listOperators);

import { dayQuerySchema } from "#lib/contracts/reconciliation.ts";
import { handle } from "#server/http/route-handler.ts";
import { listDays } from "#server/reconciliation/list-days.ts";

export const GET = handle({ action: "reconciliation.read", query: dayQuerySchema }, listDays);

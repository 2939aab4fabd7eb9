import { dayPathSchema, reconciliationQuerySchema } from "#lib/contracts/reconciliation.ts";
import { handle } from "#server/http/route-handler.ts";
import { readDay } from "#server/reconciliation/read-day.ts";

const options = { action: "reconciliation.read", params: dayPathSchema, query: reconciliationQuerySchema } as const;

export const GET = handle(options, readDay);

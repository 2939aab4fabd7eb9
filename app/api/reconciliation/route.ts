import { reconciliationQuerySchema } from "#lib/contracts/reconciliation.ts";
import { handle } from "#server/http/route-handler.ts";
import { readReconciliation } from "#server/reconciliation/read-reconciliation.ts";

export const GET = handle({ action: "reconciliation.read", query: reconciliationQuerySchema }, readReconciliation);

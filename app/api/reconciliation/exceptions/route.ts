import { exceptionQuerySchema } from "#lib/contracts/reconciliation.ts";
import { handle } from "#server/http/route-handler.ts";
import { listExceptions } from "#server/reconciliation/list-exceptions.ts";

export const GET = handle({ action: "reconciliation.read", query: exceptionQuerySchema }, listExceptions);

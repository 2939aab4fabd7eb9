import { lineNameQuerySchema } from "#lib/contracts/line-name.ts";
import { handle } from "#server/http/route-handler.ts";
import { nameLines } from "#server/reconciliation/name-lines.ts";

export const GET = handle({ action: "reconciliation.read", query: lineNameQuerySchema }, nameLines);

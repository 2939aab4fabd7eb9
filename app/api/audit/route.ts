import { auditQuerySchema } from "#lib/contracts/audit.ts";
import { listAudit } from "#server/audit/list-audit.ts";
import { handle } from "#server/http/route-handler.ts";

export const GET = handle({ action: "audit.read", query: auditQuerySchema }, listAudit);

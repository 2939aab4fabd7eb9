import { exportLabels } from "#app/export-labels.ts";
import { auditExportQuerySchema } from "#lib/contracts/audit.ts";
import { exportAudit } from "#server/audit/export-audit.ts";
import { handle } from "#server/http/route-handler.ts";

export const GET = handle({ action: "audit.read", query: auditExportQuerySchema }, (context, input) =>
	exportAudit(context, input, exportLabels),
);

import { exportLabels } from "#app/export-labels.ts";
import { auditExportQuerySchema } from "#lib/contracts/audit.ts";
import { exportAudit } from "#server/audit/export-audit.ts";
import { fileResponse } from "#server/http/file-response.ts";
import { handle } from "#server/http/handle.ts";

export const GET = handle({ action: "audit.read", query: auditExportQuerySchema }, async ({ context, query }) =>
	fileResponse(await exportAudit(context, query, exportLabels)),
);

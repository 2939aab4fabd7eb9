import { exportDownloadQuerySchema } from "#lib/contracts/background-export.ts";
import { idPathSchema } from "#lib/contracts/common-fields.ts";
import { downloadExport } from "#server/background-exports/download-export.ts";
import { handle } from "#server/http/route-handler.ts";

export const GET = handle(
	{ action: "payment.read", params: idPathSchema, query: exportDownloadQuerySchema },
	downloadExport,
);

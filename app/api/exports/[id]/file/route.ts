import { exportDownloadQuerySchema, exportPathSchema } from "#lib/contracts/background-export.ts";
import { downloadExport } from "#server/background-exports/download-export.ts";
import { fileResponse } from "#server/http/file-response.ts";
import { handle } from "#server/http/handle.ts";

export const GET = handle(
	{ action: "payment.read", params: exportPathSchema, query: exportDownloadQuerySchema },
	async ({ context, params, query }) => fileResponse(await downloadExport(context, { ...params, ...query })),
);

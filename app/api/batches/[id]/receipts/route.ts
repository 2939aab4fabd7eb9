import { exportLabels } from "#app/export-labels.ts";
import { idPathSchema } from "#lib/contracts/common-fields.ts";
import { batchReceiptsQuerySchema } from "#lib/contracts/export.ts";
import { handle } from "#server/http/route-handler.ts";
import { batchReceiptsFile } from "#server/receipts/batch-receipts-file.ts";

export const GET = handle(
	{ action: "payment.read", params: idPathSchema, query: batchReceiptsQuerySchema },
	async (context, { locale = context.config.defaultLocale, ask, ...of }) => ({
		...(await batchReceiptsFile(context, of, { locale, labelsIn: exportLabels })),
		askedOnly: ask !== undefined,
	}),
);

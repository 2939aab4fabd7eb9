import { z } from "zod";
import { exportLabels } from "#app/export-labels.ts";
import { currencySchema } from "#lib/contracts/common-fields.ts";
import { statementRequestSchema } from "#lib/contracts/statement.ts";
import { fileResponse } from "#server/http/file-response.ts";
import { handle } from "#server/http/handle.ts";
import { exportStatement } from "#server/statements/export-statement.ts";
import { readStatement } from "#server/statements/read-statement.ts";

const params = z.strictObject({ currency: currencySchema });

export const GET = handle(
	{ action: "statement.read", params, query: statementRequestSchema },
	async ({ context, params: { currency }, query: { format, ...query } }) =>
		format === undefined
			? readStatement(context, { ...query, currency })
			: fileResponse(await exportStatement(context, { ...query, currency, format }, exportLabels)),
);

import { exportLabels } from "#app/export-labels.ts";
import { currencyPathSchema } from "#lib/contracts/common-fields.ts";
import { statementRequestSchema } from "#lib/contracts/statement.ts";
import { handle } from "#server/http/route-handler.ts";
import { exportStatement } from "#server/statements/export-statement.ts";
import { readStatement } from "#server/statements/read-statement.ts";

export const GET = handle(
	{ action: "statement.read", params: currencyPathSchema, query: statementRequestSchema },
	(context, { format, ...query }) =>
		format === undefined ? readStatement(context, query) : exportStatement(context, { ...query, format }, exportLabels),
);

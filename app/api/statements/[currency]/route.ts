import { z } from "zod";
import { currencySchema } from "#lib/contracts/common-fields.ts";
import { statementQuerySchema } from "#lib/contracts/statement.ts";
import { handle } from "#server/http/handle.ts";
import { readStatement } from "#server/statements/read-statement.ts";

const params = z.strictObject({ currency: currencySchema });

export const GET = handle({ action: "statement.read", params, query: statementQuerySchema }, ({ context, ...call }) =>
	readStatement(context, { ...call.query, ...call.params }),
);

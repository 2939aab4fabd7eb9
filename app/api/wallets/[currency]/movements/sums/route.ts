import { currencyPathSchema } from "#lib/contracts/common-fields.ts";
import { movementSumsQuerySchema } from "#lib/contracts/movement.ts";
import { handle } from "#server/http/route-handler.ts";
import { sumLines } from "#server/reconciliation/sum-lines.ts";

export const GET = handle(
	{ action: "movement.read", params: currencyPathSchema, query: movementSumsQuerySchema },
	sumLines,
);

import { currencyPathSchema } from "#lib/contracts/common-fields.ts";
import { movementListQuerySchema } from "#lib/contracts/movement.ts";
import { handle } from "#server/http/route-handler.ts";
import { listMovementsWithTotal } from "#server/wallets/list-movements-with-total.ts";

export const GET = handle(
	{ action: "movement.read", params: currencyPathSchema, query: movementListQuerySchema },
	listMovementsWithTotal,
);

import { currencyPathSchema } from "#lib/contracts/common-fields.ts";
import { handle } from "#server/http/route-handler.ts";
import { requestMovementSync } from "#server/wallets/request-movement-sync.ts";

export const POST = handle(
	{ action: "movement.refresh", params: currencyPathSchema, status: 202 },
	requestMovementSync,
);

import { z } from "zod";
import { currencySchema } from "#lib/contracts/common-fields.ts";
import { handle } from "#server/http/handle.ts";
import { requestMovementSync } from "#server/wallets/request-movement-sync.ts";

const params = z.strictObject({ currency: currencySchema });

export const POST = handle({ action: "movement.refresh", params, status: 202 }, ({ context, params }) =>
	requestMovementSync(context, params),
);

import { z } from "zod";
import { currencySchema } from "#lib/contracts/common-fields.ts";
import { movementQuerySchema } from "#lib/contracts/movement.ts";
import { handle } from "#server/http/handle.ts";
import { listMovements } from "#server/wallets/list-movements.ts";

const params = z.strictObject({ currency: currencySchema });

export const GET = handle({ action: "movement.read", params, query: movementQuerySchema }, ({ context, ...call }) =>
	listMovements(context, { ...call.query, ...call.params }),
);

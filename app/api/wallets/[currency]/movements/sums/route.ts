import { z } from "zod";
import { currencySchema } from "#lib/contracts/common-fields.ts";
import { movementSumsQuerySchema } from "#lib/contracts/movement.ts";
import { handle } from "#server/http/handle.ts";
import { sumMovements } from "#server/wallets/sum-movements.ts";

const params = z.strictObject({ currency: currencySchema });

export const GET = handle({ action: "movement.read", params, query: movementSumsQuerySchema }, ({ context, ...call }) =>
	sumMovements(context, { ...call.query, ...call.params }),
);

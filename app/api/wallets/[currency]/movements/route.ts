import { z } from "zod";
import { currencySchema } from "#lib/contracts/common-fields.ts";
import { movementListQuerySchema } from "#lib/contracts/movement.ts";
import { handle } from "#server/http/handle.ts";
import { listMovementsWithTotal } from "#server/wallets/list-movements-with-total.ts";

const params = z.strictObject({ currency: currencySchema });

export const GET = handle({ action: "movement.read", params, query: movementListQuerySchema }, ({ context, ...call }) =>
	listMovementsWithTotal(context, { ...call.query, ...call.params }),
);

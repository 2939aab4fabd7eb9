import { z } from "zod";
import { exportLabels } from "#app/export-labels.ts";
import { currencySchema } from "#lib/contracts/common-fields.ts";
import { movementExportQuerySchema } from "#lib/contracts/movement.ts";
import { fileResponse } from "#server/http/file-response.ts";
import { handle } from "#server/http/handle.ts";
import { exportMovements } from "#server/reconciliation/export-movements.ts";

const params = z.strictObject({ currency: currencySchema });
const options = { action: "movement.read", params, query: movementExportQuerySchema } as const;

export const GET = handle(options, async ({ context, ...call }) =>
	fileResponse(await exportMovements(context, { ...call.query, ...call.params }, exportLabels)),
);

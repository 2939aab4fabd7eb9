import { exportLabels } from "#app/export-labels.ts";
import { currencyPathSchema } from "#lib/contracts/common-fields.ts";
import { movementExportQuerySchema } from "#lib/contracts/movement.ts";
import { handle } from "#server/http/route-handler.ts";
import { exportMovements } from "#server/reconciliation/export-movements.ts";

const options = { action: "movement.read", params: currencyPathSchema, query: movementExportQuerySchema } as const;

export const GET = handle(options, (context, input) => exportMovements(context, input, exportLabels));

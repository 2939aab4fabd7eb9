import { rowQuerySchema, rowsChangeSchema } from "#lib/contracts/batch.ts";
import { idPathSchema } from "#lib/contracts/common-fields.ts";
import { changeRows } from "#server/batches/draft/change-rows.ts";
import { listRows } from "#server/batches/list-rows.ts";
import { handle } from "#server/http/route-handler.ts";

export const GET = handle({ action: "payment.read", params: idPathSchema, query: rowQuerySchema }, listRows);

export const PATCH = handle({ action: "payout.request", params: idPathSchema, body: rowsChangeSchema }, changeRows);

import { rowChangeSchema, rowPathSchema } from "#lib/contracts/batch.ts";
import { changeRow } from "#server/batches/draft/change-row.ts";
import { handle } from "#server/http/route-handler.ts";

export const PATCH = handle({ action: "payout.request", params: rowPathSchema, body: rowChangeSchema }, changeRow);

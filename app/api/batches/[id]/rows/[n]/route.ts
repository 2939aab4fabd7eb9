import { rowChangeSchema } from "#lib/contracts/batch.ts";
import { rowPathSchema } from "#lib/contracts/batch-path.ts";
import { changeRow } from "#server/batches/draft/change-row.ts";
import { handle } from "#server/http/route-handler.ts";

export const PATCH = handle({ action: "payout.request", params: rowPathSchema, body: rowChangeSchema }, changeRow);

import { MOST_BATCH_BYTES } from "#lib/batches/batch-states.ts";
import { tableFileSchema } from "#lib/contracts/batch.ts";
import { handle } from "#server/http/route-handler.ts";
import { readSpreadsheet } from "#server/spreadsheets/read-spreadsheet.ts";

export const POST = handle(
	{ action: "payout.request", body: tableFileSchema, bodyBytes: MOST_BATCH_BYTES, file: true },
	(_, { file }) => readSpreadsheet(file),
);

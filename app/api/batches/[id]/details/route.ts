import { batchPathSchema } from "#lib/contracts/batch-path.ts";
import { readDetails } from "#server/batches/read-details.ts";
import { handle } from "#server/http/handle.ts";

export const GET = handle({ action: "payment.read", params: batchPathSchema }, ({ context, params }) =>
	readDetails(context, params),
);

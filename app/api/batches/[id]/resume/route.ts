import { batchPathSchema } from "#lib/contracts/batch-path.ts";
import { resumeBatch } from "#server/batches/resume-batch.ts";
import { handle } from "#server/http/handle.ts";

export const POST = handle({ action: "sending.stop", params: batchPathSchema }, ({ context, params }) =>
	resumeBatch(context, params),
);

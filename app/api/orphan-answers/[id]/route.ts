import { idPathSchema } from "#lib/contracts/common-fields.ts";
import { orphanResolutionSchema } from "#lib/contracts/orphan-answer.ts";
import { handle } from "#server/http/route-handler.ts";
import { resolveOrphanAnswer } from "#server/transactions/resolve-orphan-answer.ts";

export const POST = handle(
	{ action: "settings.manage", params: idPathSchema, body: orphanResolutionSchema },
	(context, { id, ...request }) => resolveOrphanAnswer(context, { id, request }),
);

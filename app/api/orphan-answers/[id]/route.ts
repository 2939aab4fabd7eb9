import { orphanAnswerPathSchema, orphanResolutionSchema } from "#lib/contracts/orphan-answer.ts";
import { handle } from "#server/http/handle.ts";
import { resolveOrphanAnswer } from "#server/transactions/resolve-orphan-answer.ts";

export const POST = handle(
	{ action: "settings.manage", params: orphanAnswerPathSchema, body: orphanResolutionSchema },
	({ context, params, body }) => resolveOrphanAnswer(context, { id: params.id, request: body }),
);

import { isChangeRequested } from "#lib/addresses/change-requested.ts";

/** Answers 202 when the change waits for a second admin: nothing has changed yet. */
export function changeAnswer(answer: object, status = 200): Response {
	return Response.json(answer, { status: isChangeRequested(answer) ? 202 : status });
}

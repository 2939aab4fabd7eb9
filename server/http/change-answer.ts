import { isAsked } from "#lib/addresses/asked.ts";

/** 202 when the change waits for a second admin: nothing has changed yet. */
export function changeAnswer(answer: object, status = 200): Response {
	return Response.json(answer, { status: isAsked(answer) ? 202 : status });
}

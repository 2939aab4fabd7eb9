import type { Asked } from "#lib/contracts/change-request.ts";

/** Was it changed at once, or does it wait for a second admin? */
export function isAsked(answer: object): answer is Asked {
	return "changeRequest" in answer;
}

import type { Asked } from "#lib/contracts/change-request.ts";

/** True when the answer is a change request, which waits for a second admin; false when the change took effect at once. */
export function isChangeRequested(answer: object): answer is Asked {
	return "changeRequest" in answer;
}

import type { Asked } from "#lib/contracts/change-request.ts";

/** True when the change waits for a second admin; false when it took effect at once. */
export function isChangeRequested(answer: object): answer is Asked {
	return "changeRequest" in answer;
}

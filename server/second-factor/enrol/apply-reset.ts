import type { ApplyChange } from "#server/change-requests/ask/change-step.ts";
import { forgetFactors } from "#server/second-factor/enrol/forget-factors.ts";
import { heldFactors } from "#server/second-factor/enrol/held-factors.ts";
import { lockMember } from "#server/second-factor/lock-member.ts";

/** Everything that the member had when it was asked for, if that is what they have. */
export const applySecondFactorReset: ApplyChange = async (_system, trx, { subject: memberId, before }, step) => {
	await lockMember(trx, memberId);
	const now = await heldFactors(trx, memberId);
	if (now.role !== before.role || now.passkeys !== before.passkeys || now.app !== before.app) return "void";
	await forgetFactors(trx, { ...step, memberId });
	return "done";
};

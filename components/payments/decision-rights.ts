/** Which words on a payout this member may say, and why not. Pure; the server decides, the screen only does not offer what is refused. */
import type { PaymentSummary } from "#lib/contracts/payment.ts";
import { waitsForPermit } from "#lib/payment-state.ts";
import { may, type Role } from "#lib/roles.ts";

export interface Viewer {
	id: string;
	role: Role;
}

export interface DecisionRights {
	decide: boolean;
	cancel: boolean;
	/** They may still end it, also after they approved it. */
	reject: boolean;
	correct: boolean;
	/** They asked for it themselves: somebody else must decide. */
	own: boolean;
	/** They changed what was asked for: somebody else must approve. */
	corrected: boolean;
	/** Theirs is the first of two words. */
	approved: boolean;
}

export function decisionRights(
	payment: Pick<PaymentSummary, "state" | "maker" | "approval">,
	viewer: Viewer,
): DecisionRights {
	const own = payment.maker?.id === viewer.id;
	const corrected = payment.approval?.correctedBy.includes(viewer.id) ?? false;
	const approved = payment.approval?.given.some(({ id }) => id === viewer.id) ?? false;
	const undecided = payment.state === "awaiting_approval";
	const maker = own && may(viewer.role, "payout.cancel_own");
	const decides = undecided && !own && may(viewer.role, "payout.decide");
	return {
		own,
		corrected: corrected && !own,
		approved,
		decide: decides && !corrected && !approved,
		reject: decides,
		correct: undecided && (own || viewer.role === "admin") && may(viewer.role, "payout.request"),
		cancel: waitsForPermit(payment.state) && (maker || viewer.role === "admin"),
	};
}

/** How many words are still missing, this reader's included. */
export function approvalsLeft({ approval }: Pick<PaymentSummary, "approval">): number {
	return (approval?.needed ?? 1) - (approval?.given.length ?? 0);
}

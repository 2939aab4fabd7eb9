/**
 * The decisions on a payout that this member may take, and the reason against each other one. The server decides; the screen only hides what it would refuse.
 */
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
	/** They may still end it, even after approving it. */
	reject: boolean;
	correct: boolean;
	/** They requested it: another person must decide. */
	own: boolean;
	/** They edited it: another person must approve. */
	corrected: boolean;
	/** They gave the first of two approvals. */
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

export function approvalsLeft({ approval }: Pick<PaymentSummary, "approval">): number {
	return (approval?.needed ?? 1) - (approval?.given.length ?? 0);
}

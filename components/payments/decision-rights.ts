/** Decides which buttons a payout's reader gets. The server checks every right again. */
import type { PaymentSummary } from "#lib/contracts/payment.ts";
import { waitsForPermit } from "#lib/payment-state.ts";
import { may, type Role } from "#lib/roles.ts";

export interface Viewer {
	id: string;
	role: Role;
}

export interface DecisionRights {
	approve: boolean;
	cancel: boolean;
	/** The member may still reject the payout, even after approving it. */
	reject: boolean;
	correct: boolean;
	/** The member requested the payout: another person must decide. */
	own: boolean;
	/** The member edited another member's payout, so a third person must approve it. */
	corrected: boolean;
	/** The member has approved the payout. */
	approved: boolean;
}

export function decisionRights(
	payment: Pick<PaymentSummary, "state" | "maker" | "approval" | "batch">,
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
		approve: decides && !corrected && !approved && !payment.approval?.withBatch,
		reject: decides,
		// A row of a batch is left out or sent back, never corrected.
		correct: undecided && !payment.batch && (own || viewer.role === "admin") && may(viewer.role, "payout.request"),
		cancel: waitsForPermit(payment.state) && (maker || viewer.role === "admin"),
	};
}

export function approvalsLeft({ approval }: Pick<PaymentSummary, "approval">): number {
	return (approval?.needed ?? 1) - (approval?.given.length ?? 0);
}

/** Which words on a payout this member may say, and why not. Pure; the server decides, the screen only does not offer what is refused. */
import type { PaymentLine } from "#lib/contracts/payment.ts";
import { may, type Role } from "#lib/roles.ts";

export interface Viewer {
	id: string;
	role: Role;
}

export interface DecisionRights {
	decide: boolean;
	cancel: boolean;
	/** They asked for it themselves: somebody else must decide. */
	own: boolean;
}

export function decisionRights(payment: Pick<PaymentLine, "state" | "maker">, viewer: Viewer): DecisionRights {
	const own = payment.maker?.id === viewer.id;
	const undecided = payment.state === "awaiting_approval";
	const maker = own && may(viewer.role, "payout.cancel_own");
	return {
		own,
		decide: undecided && !own && may(viewer.role, "payout.decide"),
		cancel: (undecided || payment.state === "approved") && (maker || viewer.role === "admin"),
	};
}

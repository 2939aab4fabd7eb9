/** Who may do what: the permission matrix, shared by the server (which decides) and the screens (which do not offer what is refused). */

export const ROLES = ["viewer", "maker", "approver", "admin"] as const;
export type Role = (typeof ROLES)[number];

export const ACTIONS = [
	"wallet.read",
	"movement.read",
	"movement.refresh",
	"transaction.read",
	"transaction.import",
	"payment.read",
	"deposit.start",
	"payout.request",
	"payout.cancel_own",
	"payout.decide",
	"payout.resolve",
	"reconciliation.read",
	"reconciliation.decide",
	"audit.read",
	"member.read",
	"member.manage",
	"settings.read",
	"settings.manage",
	"change_request.read",
	"change_request.stop",
	"change_request.confirm",
] as const;
export type Action = (typeof ACTIONS)[number];

/** What is changed only with a fresh proof of who does it, whichever route it comes by; payments have proofs of their own. */
export const STEP_UP_OF: Partial<Record<Action, "settings" | "members">> = {
	"settings.manage": "settings",
	"member.manage": "members",
};

const VIEWER: readonly Action[] = [
	"wallet.read",
	"movement.read",
	// Managers look at balances: asking the service anew changes nothing but what they see.
	"movement.refresh",
	"transaction.read",
	"payment.read",
	"reconciliation.read",
];
const MAKER: readonly Action[] = [
	...VIEWER,
	"transaction.import",
	"deposit.start",
	"payout.request",
	"payout.cancel_own",
];
const APPROVER: readonly Action[] = [
	...VIEWER,
	"transaction.import",
	"payout.decide",
	"payout.resolve",
	"reconciliation.decide",
	"audit.read",
	// What loosens is told to everybody who would notice; who approves may stop what would take effect by itself.
	"change_request.read",
	"change_request.stop",
];

const MATRIX: Record<Role, ReadonlySet<Action>> = {
	viewer: new Set(VIEWER),
	maker: new Set(MAKER),
	approver: new Set(APPROVER),
	admin: new Set(ACTIONS),
};

/** Approving still needs somebody other than the maker: that is a rule on the payment, not on the role. */
export function may(role: Role, action: Action): boolean {
	return MATRIX[role].has(action);
}

export function rolesThatMay(action: Action): readonly Role[] {
	return ROLES.filter((role) => may(role, action));
}

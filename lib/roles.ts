/** The permission matrix. The server enforces it, and screens hide actions that it refuses. */

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
	"sending.stop",
	"recipient.read",
	"recipient.manage",
	"recipient.block",
	"reconciliation.read",
	"reconciliation.decide",
	"statement.read",
	"statement.close",
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

/** Actions that require a step-up on every route, with the step-up's purpose. Acts on payments require step-ups of their own. */
export const STEP_UP_OF: Partial<Record<Action, "settings" | "members">> = {
	"settings.manage": "settings",
	"member.manage": "members",
};

const VIEWER: readonly Action[] = [
	"wallet.read",
	"movement.read",
	// Viewers may refresh our copy of the service's list, because a refresh only reads from the service.
	"movement.refresh",
	"transaction.read",
	"payment.read",
	"recipient.read",
	"reconciliation.read",
	"statement.read",
];
const MAKER: readonly Action[] = [
	...VIEWER,
	"transaction.import",
	"deposit.start",
	"payout.request",
	"payout.cancel_own",
	// guard: makers-stop
	"sending.stop",
	"recipient.manage",
	"recipient.block",
];
const APPROVER: readonly Action[] = [
	...VIEWER,
	"transaction.import",
	"payout.decide",
	"payout.resolve",
	"sending.stop",
	// Blocking a number only adds a control; makers, not approvers, manage the recipients.
	"recipient.block",
	"reconciliation.decide",
	"statement.close",
	"audit.read",
	// Approvers see change requests, and may stop one that would take effect without a second admin.
	"change_request.read",
	"change_request.stop",
];

const MATRIX: Record<Role, ReadonlySet<Action>> = {
	viewer: new Set(VIEWER),
	maker: new Set(MAKER),
	approver: new Set(APPROVER),
	admin: new Set(ACTIONS),
};

/** Returns only whether the role has the right. `who-decides.ts` of the server checks whether this person may decide on this payout. */
export function may(role: Role, action: Action): boolean {
	return MATRIX[role].has(action);
}

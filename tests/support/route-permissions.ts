/** What each route of the API asks of whoever calls it. A new route is written here too, by hand: that is the point. */
import type { Action } from "#lib/roles.ts";

export const ANYBODY = "anybody";
export const ANY_MEMBER = "any member";

export const ROUTES: Record<string, Action | typeof ANYBODY | typeof ANY_MEMBER> = {
	"GET /api/audit": "audit.read",
	"GET /api/configuration": "settings.read",
	"POST /api/configuration/sending": "settings.manage",
	"GET /api/deposits": "payment.read",
	"POST /api/deposits": "deposit.start",
	"GET /api/deposits/[id]": "payment.read",
	"POST /api/deposits/[id]/check": "payment.read",
	"GET /api/deposits/[id]/evidence": "payment.read",
	"POST /api/deposits/[id]/resolution": "payout.resolve",
	"DELETE /api/deposits/[id]/resolution": "payout.resolve",
	"GET /api/events": ANY_MEMBER,
	"GET /api/imported-transactions": "transaction.read",
	"POST /api/imported-transactions": "transaction.import",
	"GET /api/members": "member.read",
	"POST /api/members": "member.manage",
	"PATCH /api/members/[id]": "member.manage",
	"GET /api/operators": "payment.read",
	"PATCH /api/operators/[code]": "settings.manage",
	"GET /api/overview": "wallet.read",
	"GET /api/payouts": "payment.read",
	"POST /api/payouts": "payout.request",
	"GET /api/payouts/[id]": "payment.read",
	"POST /api/payouts/[id]/check": "payment.read",
	// Approve and reject ask for payout.decide, cancel for payout.cancel_own: the verb knows which it is.
	"POST /api/payouts/[id]/decision": "payment.read",
	"GET /api/payouts/[id]/evidence": "payment.read",
	"POST /api/payouts/[id]/resolution": "payout.resolve",
	"DELETE /api/payouts/[id]/resolution": "payout.resolve",
	"PUT /api/preferences": ANYBODY,
	"GET /api/session": ANY_MEMBER,
	"POST /api/session": ANYBODY,
	"DELETE /api/session": ANYBODY,
	"GET /api/status": ANY_MEMBER,
	"GET /api/transactions": "transaction.read",
	"GET /api/transactions/[reference]": "transaction.read",
	"GET /api/wallets": "wallet.read",
	"GET /api/wallets/[currency]": "wallet.read",
	"GET /api/wallets/[currency]/movements": "movement.read",
	"GET /api/wallets/[currency]/movements/export": "movement.read",
	"POST /api/wallets/[currency]/movements/refresh": "movement.refresh",
};

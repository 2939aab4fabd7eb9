import type { Need } from "#lib/contracts/overview.ts";
import { IN_DOUBT_STATES } from "#lib/payment-state.ts";

/** The key of its text under `home.need`. */
export function titleOf({ kind, payment }: Need): Need["kind"] | "unknownDeposit" {
	return kind === "unknown" && payment?.kind === "deposit" ? "unknownDeposit" : kind;
}

/** The page on which it is done. */
export function placeOf({ kind, count, payment, currency }: Need): string {
	if (kind === "unexplained" || kind === "paid_after_all" || kind === "exceptions")
		return `/reconciliation?currency=${currency}`;
	if (kind.startsWith("list_")) return `/movements?currency=${currency}`;
	if (kind === "orphan_answer") return "/imports#orphan-answers";
	if (kind === "forgotten_permit") return "/settings/configuration#forgotten-permits";
	if (kind === "shared_wallet") return "/settings/configuration#shared-wallets";
	if (["sending_stopped", "database_mismatch", "wallet_held", "wallet_unread", "backup_old"].includes(kind))
		return "/settings/configuration";
	if (kind === "change_request") return "/change-requests";
	if (kind === "record_broken" || kind === "new_factor") return "/audit";
	if (kind === "approval") return "/approvals";
	if (kind === "balance_low") return "/payouts?state=approved";
	if (!payment) return "/";
	const list = payment.kind === "deposit" ? "/deposits" : "/payouts";
	if (count === 1) return `${list}/${encodeURIComponent(payment.id)}`;
	return `${list}?state=${(IN_DOUBT_STATES as readonly string[]).includes(kind) ? kind : "open"}`;
}

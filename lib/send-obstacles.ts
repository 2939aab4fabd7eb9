/** All obstacles that keep a payment from leaving. */
import type { OwnWait } from "#lib/contracts/payout-wait.ts";

interface Kind {
	/** `wallet`: the wallet's payouts, never its deposits. */
	stops: "everything" | "wallet" | "payment";
	/**
	 * `operator`: the owner of the machine. `desk`: the obstacle ends automatically. `nobody`: the payment ends, or waits until it expires.
	 */
	endedBy: "two_admins" | "admin" | "operator" | "approver" | "top_up" | "desk" | "nobody";
}

export const SEND_OBSTACLES = {
	/** The payment was requested while the desk used another service. */
	other_environment: { stops: "payment", endedBy: "nobody" },
	database_mismatch: { stops: "everything", endedBy: "two_admins" },
	/** A person stopped sending, or the service refused our keys. */
	sending_stopped: { stops: "everything", endedBy: "two_admins" },
	wallet_not_configured: { stops: "wallet", endedBy: "operator" },
	/** The wallet has not been read yet after a gap, or an admin has not decided yet about its held payouts. */
	wallet_unproved: { stops: "wallet", endedBy: "admin" },
	/** The payout waits a moment: for its turn among copies of the desk, or until the balance can show the payouts answered last. */
	turn_awaited: { stops: "wallet", endedBy: "desk" },
	lane_taken: { stops: "wallet", endedBy: "desk" },
	expired: { stops: "payment", endedBy: "nobody" },
	facts_changed: { stops: "payment", endedBy: "nobody" },
	approvals_missing: { stops: "payment", endedBy: "approver" },
	/** An approver with a passkey did not sign exactly these facts. */
	signature_missing: { stops: "payment", endedBy: "approver" },
	/** A payout of the same number and amount may have left, and nobody gave a reason to pay both. */
	duplicate_since: { stops: "payment", endedBy: "approver" },
	number_blocked: { stops: "payment", endedBy: "two_admins" },
	new_number_rests: { stops: "payment", endedBy: "desk" },
	/** A person paused the payout's batch, and may resume it without an approver, or too many rows of the batch failed. */
	batch_paused: { stops: "payment", endedBy: "approver" },
	/** The payout exceeds the limit for one payment, or would exceed a daily limit on any day. */
	over_limit: { stops: "payment", endedBy: "nobody" },
	/** The payout exceeds what is left of a daily limit today, and may leave on the next day. */
	limit_reached: { stops: "payment", endedBy: "desk" },
	/** DATA_DIR or HEAD_DIR is full or missing, so that a permit cannot be written outside the database. */
	disk_unwritable: { stops: "wallet", endedBy: "operator" },
	service_away: { stops: "wallet", endedBy: "desk" },
	service_busy: { stops: "wallet", endedBy: "desk" },
	balance_unread: { stops: "wallet", endedBy: "desk" },
	/** The balance is lower than this payout and the payouts before it need. */
	balance_low: { stops: "wallet", endedBy: "top_up" },
} as const satisfies Record<string, Kind>;
export type SendObstacle = keyof typeof SEND_OBSTACLES;

/** An obstacle that a payment meets. `until` and `afterMs`: when the payout may leave; `lapsed`: the people whose approvals no longer count. */
export type Obstacle =
	| { kind: Exclude<SendObstacle, "approvals_missing" | "turn_awaited" | OwnWait> }
	| { kind: "turn_awaited"; afterMs: number }
	| { kind: "approvals_missing"; lapsed: readonly string[] }
	| { kind: OwnWait; until: Date };

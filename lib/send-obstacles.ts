/**
 * Everything that keeps a payment from leaving: what it stops, and who ends it. An obstacle of a
 * wallet stops only its payouts, never deposits.
 */
interface Kind {
	stops: "everything" | "wallet" | "payment";
	/** `desk`: the obstacle ends by itself. `nobody`: the payment ends, or waits for its expiry. */
	endedBy: "two_admins" | "admin" | "operator" | "approver" | "top_up" | "desk" | "nobody";
}

export const SEND_OBSTACLES = {
	/** The payment was requested while the desk used another service. */
	other_environment: { stops: "payment", endedBy: "nobody" },
	database_mismatch: { stops: "everything", endedBy: "two_admins" },
	/** A person stopped sending, or the service refused our keys. */
	sending_stopped: { stops: "everything", endedBy: "two_admins" },
	/** WALLET_CURRENCIES no longer contains the currency. */
	wallet_not_configured: { stops: "wallet", endedBy: "operator" },
	/** The wallet has not been read since an outage of the desk, or holds payouts until an admin answers. */
	wallet_unproved: { stops: "wallet", endedBy: "admin" },
	/** The payout waits a short time, so that copies of the desk see each other's payouts in the balance and do not send at once. */
	turn_awaited: { stops: "wallet", endedBy: "desk" },
	lane_taken: { stops: "wallet", endedBy: "desk" },
	expired: { stops: "payment", endedBy: "nobody" },
	facts_changed: { stops: "payment", endedBy: "nobody" },
	approvals_missing: { stops: "payment", endedBy: "approver" },
	/** An approver with a passkey did not sign exactly these facts. */
	signature_missing: { stops: "payment", endedBy: "approver" },
	/** A payout with the same number and amount may have left, and nobody has compared the two. */
	duplicate_since: { stops: "payment", endedBy: "approver" },
	/** A person blocked the payout's number; only two admins can unblock a number. */
	number_blocked: { stops: "payment", endedBy: "two_admins" },
	/** A first payment to a number rests for a while after its request. */
	new_number_rests: { stops: "payment", endedBy: "desk" },
	/** A person paused the payout's batch, or too many rows of the batch failed. */
	batch_paused: { stops: "payment", endedBy: "approver" },
	/** Over a limit that applies on any day. */
	over_limit: { stops: "payment", endedBy: "nobody" },
	/** Over a daily limit: the payout may leave on the next day. */
	limit_reached: { stops: "payment", endedBy: "desk" },
	/** DATA_DIR or HEAD_DIR is full or away: a permit could not be written outside the database. */
	disk_unwritable: { stops: "wallet", endedBy: "operator" },
	service_away: { stops: "wallet", endedBy: "desk" },
	service_busy: { stops: "wallet", endedBy: "desk" },
	balance_unread: { stops: "wallet", endedBy: "desk" },
	/** The wallet holds less than this payout and the ones before it need. */
	balance_low: { stops: "wallet", endedBy: "top_up" },
} as const satisfies Record<string, Kind>;
export type SendObstacle = keyof typeof SEND_OBSTACLES;

/** The reasons for which an approved payout waits before it leaves by itself. */
import { z } from "zod";
import { decimalSchema, timeSchema } from "#lib/contracts/common-fields.ts";
import { serviceFaultSchema } from "#lib/contracts/service-fault.ts";

/**
 * The wallet's approved payouts wait, because its balance cannot be read or is too low for all, or because a permit could not be
 * written to the disk. None of these payouts has left.
 */
const WAIT_KINDS = ["disk_unwritable", "service_away", "service_busy", "balance_unread", "balance_low"] as const;
export type WaitKind = (typeof WAIT_KINDS)[number];

/** The payout itself waits until a time. */
const OWN_WAITS = ["limit_reached", "new_number_rests"] as const;
export type OwnWait = (typeof OWN_WAITS)[number];

export const payoutWaitSchema = z.object({
	kind: z.enum([...WAIT_KINDS, ...OWN_WAITS, "number_blocked", "batch_paused", "wallet_not_configured"]),
	since: timeSchema,
	fault: serviceFaultSchema.nullable(),
	/** The shortfall for all waiting payouts; null for other reasons, or when unknown. */
	missing: decimalSchema.nullable(),
	/** When the payout may leave, if it exceeds a daily limit or its number is new; otherwise null. */
	until: timeSchema.nullable(),
});

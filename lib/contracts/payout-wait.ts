/** Reasons why an approved payout waits. Once the reason ends, the payout leaves without another approval. */
import { z } from "zod";
import { decimalSchema, timeSchema } from "#lib/contracts/common-fields.ts";
import { serviceFaultSchema } from "#lib/contracts/service-fault.ts";

/**
 * Reasons why all approved payouts of a wallet wait: a permit cannot be written to the disk, the service is away or busy, or the
 * wallet's balance cannot be read or is too low for all.
 */
const WAIT_KINDS = ["disk_unwritable", "service_away", "service_busy", "balance_unread", "balance_low"] as const;
export type WaitKind = (typeof WAIT_KINDS)[number];

/** Reasons why a payout waits until a known time. */
const OWN_WAITS = ["limit_reached", "new_number_rests"] as const;
export type OwnWait = (typeof OWN_WAITS)[number];

export const payoutWaitSchema = z.object({
	kind: z.enum([...WAIT_KINDS, ...OWN_WAITS, "number_blocked", "batch_paused", "wallet_not_configured"]),
	since: timeSchema,
	fault: serviceFaultSchema.nullable(),
	/** For `balance_low`: the amount that the balance lacks for all waiting payouts; null when unknown. */
	missing: decimalSchema.nullable(),
	/** For `limit_reached` and `new_number_rests`: the time from which the payout may leave; otherwise null. */
	until: timeSchema.nullable(),
});

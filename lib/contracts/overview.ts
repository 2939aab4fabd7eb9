/** Home: is my money right, and what needs me? */

import { z } from "zod";
import { currencySchema, decimalSchema, timeSchema } from "#lib/contracts/common-fields.ts";
import { movementSchema } from "#lib/contracts/movement.ts";
import { paymentSummarySchema } from "#lib/contracts/payment.ts";
import { closingSchema } from "#lib/contracts/reconciliation.ts";
import { walletSchema } from "#lib/contracts/wallet.ts";
import { IN_DOUBT_STATES } from "#lib/payment-state.ts";

/** A group of tasks of one kind. */
const needSchema = z.object({
	kind: z.enum([
		/** One person gave a verdict on an unknown payment: a second person must confirm it. */
		"settlement",
		/** Wallet lines that took money and match no payment. */
		"unexplained",
		/** Lines that took money and fit a payout which ended as not paid; `payment` is the oldest such payout. */
		"paid_after_all",
		/** Other lines and payments that do not match. */
		"exceptions",
		/** Lines of the service's list cannot be read: sums and proofs lack them. */
		"list_incomplete",
		/** The service listed fewer lines than before. */
		"list_cut",
		/** The last refresh of the list failed: newer lines are missing. */
		"list_stale",
		/** `may_have_left`: the payout waited in a database that lost some time, and may have left in that time. */
		...IN_DOUBT_STATES,
		"approval",
		"stuck_payout",
		"stuck_deposit",
		"sending_stopped",
		/** Nothing is sent until an admin acknowledges the database. */
		"database_mismatch",
		/** Answers of the service whose attempt this database does not have. */
		"orphan_answer",
		/** A lost database sent a payment: a person must look for it in the wallet. */
		"forgotten_permit",
		/** Money left that may belong to a payout that still waits here: an admin decides. */
		"wallet_held",
		/** On `count` days lines without a payment here held payouts: other systems may use the wallet. */
		"shared_wallet",
		/** Approved payouts wait for more money; `amount` is the shortfall for all of them. */
		"balance_low",
		/** Payouts wait for a wallet that cannot be read. */
		"wallet_unread",
		/** A change that relaxes a control waits for a second admin; everybody concerned sees it. */
		"change_request",
		/** Another member proposed to close `month`. */
		"closing",
		/** A member with rights has a new second factor that is not active yet: was it really them? */
		"new_factor",
		/** The last backup that was checked (read back, and restored when that was due) is two days old. */
		"backup_old",
		/** The audit log was changed, truncated or rewritten. */
		"record_broken",
	]),
	count: z.number().int(),
	currency: currencySchema.nullable(),
	amount: decimalSchema.nullable(),
	since: timeSchema.nullable(),
	payment: paymentSummarySchema.nullable(),
	/** "2026-10", for `closing`. */
	month: z.string().optional(),
});

export const overviewSchema = z.object({
	wallets: z.array(
		z.object({
			currency: currencySchema,
			wallet: walletSchema.nullable(),
			fault: z.string().nullable(),
			/** Sums of the mirror's lines since midnight in the business's time zone. */
			today: z.object({ in: decimalSchema, out: decimalSchema, fees: decimalSchema }),
			/** The mirror lacks lines, so sums and days may be too low. `needs` gives the reason. */
			incomplete: z.boolean(),
			/** The last 30 days, oldest first: each day's closing balance, and today's newest balance reading. */
			trend: z.array(closingSchema),
			/** Payout money that left the balance and that no line shows yet; null when unknown. */
			onTheWay: decimalSchema.nullable(),
			/**
			 * Differences that neither lines nor payments explain and nobody decided, as in the reconciliation. `now`: the difference of the
			 * newest balance, null without one. `days`: earlier days with a difference. `amount`: the sum of these without their signs.
			 */
			differences: z.object({ now: decimalSchema.nullable(), days: z.number().int(), amount: decimalSchema }),
			/** The movements of each of these days, oldest first, today last; empty before the mirror begins. */
			flows: z.array(z.object({ day: z.iso.date(), in: decimalSchema, out: decimalSchema, fees: decimalSchema })),
		}),
	),
	/** Tasks that the reader can do, most pressing first; each group with its count and its oldest or only payment. */
	needs: z.array(needSchema),
	/** Tasks that wait for other people. */
	waiting: z.array(needSchema),
	/** The member's own payouts of the last days, outside batches, that are open or ended unpaid, in this order. */
	own: z.array(paymentSummarySchema),
	/** The member's own drafts that replace batches which an approver sent back. */
	ownBatches: z.array(z.object({ id: z.string(), name: z.string() })),
	/** The member's own changes that wait for another admin. */
	ownChanges: z.number().int(),
	lastMovements: z.array(movementSchema),
});
export type Overview = z.infer<typeof overviewSchema>;
export type Need = Overview["needs"][number];

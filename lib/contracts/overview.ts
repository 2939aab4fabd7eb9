/** Home: the figures of each wallet, and the tasks that wait for people. */

import { z } from "zod";
import { currencySchema, decimalSchema, timeSchema } from "#lib/contracts/common-fields.ts";
import { lineNameSchema } from "#lib/contracts/line-name.ts";
import { movementSchema } from "#lib/contracts/movement.ts";
import { paymentSummarySchema } from "#lib/contracts/payment.ts";
import { closingBalanceSchema } from "#lib/contracts/reconciliation.ts";
import { walletSchema } from "#lib/contracts/wallet.ts";
import { IN_DOUBT_STATES } from "#lib/payment-state.ts";

const needSchema = z.object({
	kind: z.enum([
		/** One person gave a verdict on a payment in doubt: a second person must give the same. */
		"settlement",
		/** Wallet lines that took money and match no payment. */
		"unexplained",
		/** Lines that took money and fit payouts that ended as not paid; `payment`: the payout of the oldest such line. */
		"paid_after_all",
		/** Exceptions of the reconciliation other than `unexplained` and `paid_after_all`. */
		"exceptions",
		/** `count` lines of the service's list cannot be read, so sums and proofs lack these lines. */
		"list_incomplete",
		"list_cut",
		"list_stale",
		/** `may_have_left`: the payout waits here, but may have left after the backup from which the database was restored. */
		...IN_DOUBT_STATES,
		"approval",
		/** Payouts of a paused batch wait until somebody resumes it. */
		"batch_paused",
		"stuck_payout",
		"stuck_deposit",
		"sending_stopped",
		"database_mismatch",
		/** `count` orphan answers wait for an admin. */
		"orphan_answer",
		/** A machine's journal names a permit that this database lacks: an admin must look for the payment's line in the wallet. */
		"forgotten_permit",
		/** The wallet lost money, perhaps for a payout that still waits here: an admin must decide. */
		"wallet_held",
		/** On `count` days, payouts were held because of lines without a payment here: other systems may use the wallet. */
		"shared_wallet",
		/** Approved payouts wait for more money; `amount`: the shortfall for all these payouts. */
		"balance_low",
		"wallet_unread",
		/** A change that relaxes a control waits for a second admin; approvers see the request too. */
		"change_request",
		/** Another member proposed to close `month`. */
		"closing",
		/** A member with a role above viewer has a new second factor, not active yet; somebody else may have added it. */
		"new_factor",
		/** The last backup that passed its check is older than two days. */
		"backup_old",
		/** The audit log was changed, truncated or rewritten. */
		"record_broken",
	]),
	count: z.number().int(),
	currency: currencySchema.nullable(),
	amount: decimalSchema.nullable(),
	isAtLeast: z.boolean(),
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
			/** The time of the last full refresh of the wallet's lines; null before the first: the sums then mean nothing. */
			syncedAt: timeSchema.nullable(),
			/** Sums of the wallet's lines since midnight in the business's time zone. */
			today: z.object({ in: decimalSchema, out: decimalSchema, fees: decimalSchema }),
			/** Our copy of the service's list lacks lines, so sums may be too low; an entry of `needs` or `syncedAt` gives the reason. */
			incomplete: z.boolean(),
			/** The closing balances of the last 30 days, oldest first; for today the newest balance reading. */
			trend: z.array(closingBalanceSchema),
			/** Money of open payouts that the balance no longer had at the last list, and that no line showed; null when unknown. */
			onTheWay: decimalSchema.nullable(),
			/**
			 * Unexplained differences of the balance. `now`: since the last stored day, null without a difference. `days`: the count of
			 * stored days with a difference; `amount`: the sum of these differences without their signs.
			 */
			differences: z.object({ now: decimalSchema.nullable(), days: z.number().int(), amount: decimalSchema }),
			/** Money in and out and fees of each of the last 30 days, oldest first, without days before the wallet's first line. */
			flows: z.array(z.object({ day: z.iso.date(), in: decimalSchema, out: decimalSchema, fees: decimalSchema })),
		}),
	),
	/** Tasks that the reader can do, most pressing first; `payment`: the oldest payment of the task. */
	needs: z.array(needSchema),
	/** Tasks that wait for other people. */
	waiting: z.array(needSchema),
	/**
	 * The reader's payouts of the last seven days outside batches, six at most: first open ones, then unpaid ones that were neither
	 * cancelled nor requested again.
	 */
	own: z.array(paymentSummarySchema),
	/** The reader's own drafts that replace batches that an approver sent back. */
	ownBatches: z.array(z.object({ id: z.string(), name: z.string() })),
	ownChanges: z.number().int(),
	/**
	 * Null while the first list is not complete and there is nothing to show. `name`: without the balance after the line; null for a
	 * line that is not matched yet or is older than the books.
	 */
	lastMovements: z.array(movementSchema.extend({ name: lineNameSchema.nullable() })).nullable(),
});
export type Overview = z.infer<typeof overviewSchema>;
export type Need = Overview["needs"][number];

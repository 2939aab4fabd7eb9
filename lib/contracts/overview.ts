/** Home: is my money right, and what needs me? */

import { z } from "zod";
import { currencySchema, decimalSchema, timeSchema } from "#lib/contracts/common-fields.ts";
import { movementSchema } from "#lib/contracts/movement.ts";
import { paymentSummarySchema } from "#lib/contracts/payment.ts";
import { walletSchema } from "#lib/contracts/wallet.ts";
import { IN_DOUBT_STATES } from "#lib/payment-state.ts";

export const overviewSchema = z.object({
	wallets: z.array(
		z.object({
			currency: currencySchema,
			wallet: walletSchema.nullable(),
			fault: z.string().nullable(),
			/** From the mirror, since midnight in the business's time zone. */
			today: z.object({ in: decimalSchema, out: decimalSchema, fees: decimalSchema }),
			/** Something is missing in the mirror: the sums and days may be without it. `needs` says what. */
			incomplete: z.boolean(),
			/** Last 30 days, one balance a day, oldest first; derived from our own looks. */
			trend: z.array(z.object({ day: z.iso.date(), balance: decimalSchema })),
			/** What each of these days moved, oldest first, today last; none before the mirror begins. */
			flows: z.array(z.object({ day: z.iso.date(), in: decimalSchema, out: decimalSchema, fees: decimalSchema })),
		}),
	),
	/** What needs a person, most pressing first; each group with its count and its oldest or only payment. */
	needs: z.array(
		z.object({
			kind: z.enum([
				/** Somebody has said how an unknown payment ended: a second person must say it too. */
				"settlement",
				/** Lines of the wallet that took money and that no payment explains. */
				"unexplained",
				/** Other lines and payments that do not go together. */
				"findings",
				/** Lines of the service's list cannot be read: sums and proofs are without them. */
				"list_incomplete",
				/** The service listed fewer lines than it did before. */
				"list_cut",
				/** The last refresh of the list did not work: what came since is missing. */
				"list_stale",
				/** Of these, `may_have_left` waited in a database that lost some time: it may have left in it. */
				...IN_DOUBT_STATES,
				"approval",
				"stuck_payout",
				"stuck_deposit",
				"sending_stopped",
				/** Nothing is sent until an admin acknowledges the database. */
				"database_doubt",
				/** Answers of the service whose attempt this database does not have. */
				"orphan_answer",
				/** Sent by a database that is gone: somebody has to look for it in the wallet. */
				"forgotten_permit",
				/** Money left that may be a payout which still waits here: an admin says what the wallet shows. */
				"wallet_doubt",
				/** Payouts wait for a wallet that cannot be read. */
				"wallet_unread",
				/** Something that loosens a guard was asked for: a second admin decides, and everybody who would notice knows. */
				"change_request",
				/** Somebody with rights has a new second factor that has no weight yet: was it really them? */
				"new_factor",
				/** The audit record was changed, cut off or rewritten. */
				"record_broken",
			]),
			count: z.number().int(),
			currency: currencySchema.nullable(),
			amount: decimalSchema.nullable(),
			since: timeSchema.nullable(),
			payment: paymentSummarySchema.nullable(),
		}),
	),
	lastMovements: z.array(movementSchema),
});
export type Overview = z.infer<typeof overviewSchema>;
export type Need = Overview["needs"][number];

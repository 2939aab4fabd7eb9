/** What people and rules let through when it was asked for, looked at again when it leaves: a day and a twin may have come since. */
import { unseenAtPermit } from "#lib/duplicates.ts";
import { brokenLimit, decidingAmount } from "#lib/payout-rules.ts";
import type { PaymentRow } from "#server/payments/payment-summary.ts";
import { findTwinPayments } from "#server/payments/rules/find-duplicates.ts";
import { type LimitQuestion, readLimitUses } from "#server/payments/rules/limit-use.ts";
import { readPayoutRule } from "#server/payments/rules/payout-rule.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

export type Obstacle = "not_sent_over_limit" | "duplicate_since";

/** Null: nothing is in the way of a permit `at` this time. */
export async function findObstacle(
	database: Database | DatabaseTransaction,
	payment: PaymentRow,
	{ at, timeZone }: { at: Date; timeZone: string },
): Promise<Obstacle | null> {
	const twins = await findTwinPayments(database, payment, { at, except: payment.id });
	if (unseenAtPermit({ id: payment.id, seen: payment.duplicate_of ?? [] }, twins).length > 0) return "duplicate_since";
	const rule = await readPayoutRule(database, payment.currency);
	const question: LimitQuestion = {
		environment: payment.environment,
		currency: payment.currency,
		makerId: payment.maker_id,
		number: payment.phone_number,
		at: payment.created_at,
		timeZone,
		except: payment.id,
		aheadOf: payment,
	};
	// The day on which it was asked for, and the one on which it leaves.
	const asked = await readLimitUses(database, rule, question);
	const leaving = await readLimitUses(database, rule, { ...question, at });
	const amountMinor = decidingAmount({ amount: payment.amount, highest_amount: null });
	return brokenLimit([...asked, ...leaving], amountMinor) ? "not_sent_over_limit" : null;
}

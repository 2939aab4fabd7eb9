/** Payouts of one wallet that await an answer: they occupy its lanes, and the balance may not show them yet. */
import { minorOf } from "#lib/money.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { PREPARED } from "#server/store/keep-prepared.ts";

export async function payoutsOnTheWire(
	database: Database | DatabaseTransaction,
	wallet: Pick<PaymentRow, "environment" | "currency">,
): Promise<{ count: number; amountMinor: bigint }> {
	const rows = await database
		.selectFrom("payment")
		.modifyFront(PREPARED)
		.select("amount")
		.where("state", "=", "sending")
		.where("kind", "=", "payout")
		.where("environment", "=", wallet.environment)
		.where("currency", "=", wallet.currency)
		.execute();
	const amountMinor = rows.reduce((sum, { amount }) => sum + minorOf(amount), 0n);
	return { count: rows.length, amountMinor };
}

/** The sum of a wallet's approved payouts that leave as soon as the balance suffices. */
import { type AmountMinor, minorOf, toDecimal } from "#lib/money.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { LEAVING_ORDER, leavesBefore, selectWaitingPayouts } from "#server/payment-records/waiting-payouts.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

type Wallet = Pick<PaymentRow, "environment" | "currency">;

export async function readWaitingAmount(
	database: Database | DatabaseTransaction,
	wallet: Wallet,
	before?: Pick<PaymentRow, "id" | "created_at" | "batch_id">,
): Promise<{ count: number; amountMinor: AmountMinor }> {
	let waiting = selectWaitingPayouts(database, wallet).select((of) => [
		of.fn.countAll<string>().as("count"),
		of.fn.sum<string | null>("amount").as("amount"),
	]);
	if (before) waiting = waiting.where(leavesBefore(before));
	const { count, amount } = await waiting.executeTakeFirstOrThrow();
	return { count: Number(count), amountMinor: amount === null ? 0n : minorOf(amount) };
}

/** The oldest that this much pays. */
export async function readFirstThatFits(
	database: Database,
	wallet: Wallet,
	available: AmountMinor,
): Promise<{ id: string } | null> {
	if (available <= 0n) return null;
	const first = await selectWaitingPayouts(database, wallet)
		.select("id")
		.where("amount", "<=", toDecimal(available))
		.orderBy(LEAVING_ORDER)
		.limit(1)
		.executeTakeFirst();
	return first ?? null;
}

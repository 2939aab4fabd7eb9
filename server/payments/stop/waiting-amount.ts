/** The sum of a wallet's approved payouts that leave as soon as the balance suffices. */
import { sql } from "kysely";
import { type AmountMinor, minorOf, toDecimal } from "#lib/money.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

type Wallet = Pick<PaymentRow, "environment" | "currency">;

export async function readWaitingAmount(
	database: Database | DatabaseTransaction,
	wallet: Wallet,
	before?: Pick<PaymentRow, "id" | "created_at">,
): Promise<{ count: number; amountMinor: AmountMinor }> {
	let waiting = selectWaiting(database, wallet).select((of) => [
		of.fn.countAll<string>().as("count"),
		of.fn.sum<string | null>("amount").as("amount"),
	]);
	if (before)
		waiting = waiting.where((of) =>
			of.or([
				of("created_at", "<", before.created_at),
				of.and([of("created_at", "=", before.created_at), of("id", "<", before.id)]),
			]),
		);
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
	const first = await selectWaiting(database, wallet)
		.select("id")
		.where("amount", "<=", toDecimal(available))
		.orderBy("created_at")
		.orderBy("id")
		.limit(1)
		.executeTakeFirst();
	return first ?? null;
}

function selectWaiting(database: Database | DatabaseTransaction, { environment, currency }: Wallet) {
	return database
		.selectFrom("payment")
		.where("kind", "=", "payout")
		.where("state", "=", "approved")
		.where("environment", "=", environment)
		.where("currency", "=", currency)
		.where((of) => of.or([of("waits_until", "is", null), of("waits_until", "<=", sql<Date>`now()`)]));
}

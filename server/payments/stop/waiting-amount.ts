/** What a wallet's approved payouts need that leave as soon as the balance suffices. */
import { type AmountMinor, minorOf, toDecimal } from "#lib/money.ts";
import { sumWithFees } from "#server/payment-records/expected-fee.ts";
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

/** Amounts with the fees that are known; `before`: of those that leave before this one. */
export async function readWaitingNeed(
	database: Database | DatabaseTransaction,
	wallet: Wallet,
	before?: Pick<PaymentRow, "id" | "created_at" | "batch_id">,
): Promise<AmountMinor> {
	let waiting = selectWaitingPayouts(database, wallet).select((of) => [
		"operator",
		"amount",
		of.fn.countAll<string>().as("count"),
	]);
	if (before) waiting = waiting.where(leavesBefore(before));
	const rows = await waiting.groupBy(["operator", "amount"]).execute();
	return sumWithFees(
		database,
		wallet,
		rows.map((row) => ({ ...row, count: Number(row.count) })),
	);
}

/** Of those whose amount alone would fit; so many are asked for their fee. */
const FEES_ASKED = 20;

/** The oldest that this much pays, with its fee. */
export async function readFirstThatFits(
	database: Database,
	wallet: Wallet,
	available: AmountMinor,
): Promise<{ id: string } | null> {
	if (available <= 0n) return null;
	const fitting = await selectWaitingPayouts(database, wallet)
		.select(["id", "operator", "amount"])
		.where("amount", "<=", toDecimal(available))
		.orderBy(LEAVING_ORDER)
		.limit(FEES_ASKED)
		.execute();
	for (const { id, operator, amount } of fitting)
		if ((await sumWithFees(database, wallet, [{ operator, amount, count: 1 }])) <= available) return { id };
	return null;
}

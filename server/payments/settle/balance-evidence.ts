/** Reads the balance before a payment left and after its answer was lost, from stored balance readings. */
import type { Evidence } from "#lib/contracts/evidence.ts";
import { minorOf } from "#lib/money.ts";
import { transactionTypeOf, UNANSWERED_STATES } from "#lib/payment-state.ts";
import { evidenceWindowOf } from "#server/payment-records/evidence-window.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { readBalances } from "#server/payments/settle/balance-reading.ts";
import { evaluatePayment } from "#server/reconciliation/proof/evaluate-payment.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

type Store = Database | DatabaseTransaction;

/** `candidates`: movements that may be this payment's own. */
export async function findBalances(
	database: Store,
	payment: PaymentRow,
	candidates: { ids: readonly string[]; fee: string | null },
	timeZone: string,
): Promise<Evidence["balance"]> {
	const sentAt = payment.sent_at ?? payment.created_at;
	const endedAt = await outcomeAt(database, payment, sentAt);
	const amount = minorOf(payment.amount);
	const fee = candidates.fee === null ? null : minorOf(candidates.fee);
	const { before, looks, usualFee } = await evaluatePayment(database, payment, {
		...{ paymentId: payment.id, type: transactionTypeOf(payment.kind), amount, lineIds: candidates.ids, fee },
		// Balance readings carry program time, and so does `sent_at`.
		...{ sentAt, endedAt, until: evidenceWindowOf(payment, null).to, timeZone },
	});
	return readBalances({
		...{ kind: payment.kind, amountMinor: amount, feeMinor: fee, usualFeeMinor: usualFee },
		// A row covers a period of equal readings: one that spans the permit was true at the permit.
		before: before && { balanceMinor: before.balance, at: isoOf(Math.min(before.lastAt, +sentAt)) },
		looks: looks.map(({ balance, firstAt, lastAt, others }) => ({
			look: { balanceMinor: balance, at: isoOf(firstAt <= +endedAt ? lastAt : firstAt) },
			others: { count: others.count, effectMinor: others.effect },
		})),
	});
}

async function outcomeAt(database: Store, payment: PaymentRow, permit: Date): Promise<Date> {
	const row = await database
		.selectFrom("payment_event")
		.select("at")
		.where("payment_id", "=", payment.id)
		.where("state", "not in", UNANSWERED_STATES)
		.orderBy("id")
		.limit(1)
		.executeTakeFirst();
	return row?.at ?? permit;
}

function isoOf(time: number): string {
	return new Date(time).toISOString();
}

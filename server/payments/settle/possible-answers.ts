import { awaitsReference, transactionTypeOf } from "#lib/payment-state.ts";
import type { PaymentRow } from "#server/payments/payment-summary.ts";
import { placeTransaction } from "#server/payments/watch/reference-window.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

// More than a hand's worth nobody tries one by one.
const MOST = 5;

/**
 * References that were brought here, are nobody's, and of the facts and the time of a payment that has none: one of them may be the
 * answer that was lost. The service is asked before one is taken, as with any that people type.
 */
export async function findPossibleAnswers(
	database: Database | DatabaseTransaction,
	payment: PaymentRow,
): Promise<string[]> {
	if (!awaitsReference(payment.state) || payment.reference !== null) return [];
	const rows = await database
		.selectFrom("imported_transaction as imported")
		.select(["imported.reference", "imported.created_at"])
		.where("imported.state", "=", "found")
		.where("imported.environment", "=", payment.environment)
		.where("imported.transaction_type", "=", transactionTypeOf(payment.kind))
		.where("imported.amount", "=", payment.amount)
		.where("imported.currency", "=", payment.currency)
		.where(({ not, exists, selectFrom }) =>
			not(
				exists(
					selectFrom("payment")
						.select("payment.id")
						.whereRef("payment.environment", "=", "imported.environment")
						.whereRef("payment.reference", "=", "imported.reference"),
				),
			),
		)
		.orderBy("imported.created_at")
		.execute();
	const answers: string[] = [];
	for (const { reference, created_at: at } of rows) {
		if (answers.length < MOST && (await placeTransaction(database, payment, at)) === "within") answers.push(reference);
	}
	return answers;
}

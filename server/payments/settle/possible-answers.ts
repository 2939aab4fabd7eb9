import { sql } from "kysely";
import { awaitsReference, transactionTypeOf } from "#lib/payment-state.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { placeTransaction } from "#server/payments/watch/reference-window.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

// People try no more than a few, while an import may hold thousands of equal amounts.
const MOST = 5;
const LOOKED_AT = 50;
// The largest distance between two time zones, with a margin; the window itself decides the rest.
const AROUND_MS = 27 * 3_600_000;

/**
 * Imported, unclaimed references that match the facts and time of a payment without one: one may be the lost answer. The service
 * confirms a reference before use, as it does a typed one.
 */
export async function findPossibleAnswers(
	database: Database | DatabaseTransaction,
	payment: PaymentRow,
): Promise<string[]> {
	if (!awaitsReference(payment.state) || payment.reference !== null) return [];
	const sentAt = (payment.sent_at ?? payment.created_at).getTime();
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
		.where("imported.created_at", ">=", new Date(sentAt - AROUND_MS))
		.where("imported.created_at", "<=", new Date(sentAt + AROUND_MS))
		.orderBy(sql`abs(extract(epoch from imported.created_at - ${new Date(sentAt)}::timestamptz))`)
		.limit(LOOKED_AT)
		.execute();
	const answers: string[] = [];
	for (const { reference, created_at: at } of rows) {
		if (answers.length < MOST && (await placeTransaction(database, payment, at)) === "within") answers.push(reference);
	}
	return answers;
}

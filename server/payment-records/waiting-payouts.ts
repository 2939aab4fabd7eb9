/** A wallet's approved payouts that may leave now, in the order in which they leave. */
import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import type { Tables } from "#server/store/tables/tables.ts";

/** Without those over today's limit or resting, those to blocked numbers, and those whose batch is paused. */
export function selectWaitingPayouts(
	database: Database | DatabaseTransaction,
	{ environment, currency }: Pick<PaymentRow, "environment" | "currency">,
) {
	return database
		.selectFrom("payment")
		.where("kind", "=", "payout")
		.where("state", "=", "approved")
		.where("environment", "=", environment)
		.where("currency", "=", currency)
		.where((of) => of.or([of("waits_until", "is", null), of("waits_until", "<=", sql<Date>`now()`)]))
		.where(notPaused)
		.where(sql<SqlBool>`not exists (select from blocked_number where number = payment.phone_number)`);
}

/** Single payouts leave before those of batches, so that nobody at the counter waits for three hundred salaries. */
export const LEAVING_ORDER: RawBuilder<unknown> = sql`payment.batch_id is not null, payment.created_at, payment.id`;

type Place = Pick<PaymentRow, "id" | "created_at" | "batch_id">;

/** For payouts that leave before this one. */
export function leavesBefore({ id, created_at, batch_id }: Place): RawBuilder<SqlBool> {
	return sql<SqlBool>`(payment.batch_id is not null, payment.created_at, payment.id)
		< (${batch_id !== null}, ${created_at}::timestamptz, ${id})`;
}

function notPaused(of: ExpressionBuilder<Tables, "payment">) {
	return of.or([of("batch_id", "is", null), sql<SqlBool>`payment.batch_id not in (select paused_batches())`]);
}

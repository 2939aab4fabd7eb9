/** The movements that may be one payment's: same type, amount and currency, in its window, and not claimed by another payment; others at its moment. */
import { sql } from "kysely";
import type { Evidence } from "#lib/contracts/evidence.ts";
import { OUTSTANDING_STATES } from "#lib/payment-state.ts";
import { type AttemptTimes, evidenceWindowOf } from "#server/payments/evidence-window.ts";
import { countedAmount, type PaymentRow } from "#server/payments/payment-summary.ts";
import { findFreeLines, findOtherAmounts } from "#server/reconciliation/free-lines.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

type Movements = Evidence["movements"];
type Line = Movements["items"][number];

const SHOWN = 5;

/** What the reconciliation gives to another payment, or a person explained, is taken out; what is left may be this one's. */
export async function findMovements(
	database: Database | DatabaseTransaction,
	payment: PaymentRow,
): Promise<Movements & { candidateIds: string[]; others: Line[] }> {
	const window = evidenceWindowOf(payment, await readAttempt(database, payment));
	const { inside: left, near } = await findFreeLines(database, payment, window);
	const others = await findOtherAmounts(database, payment, window);
	return {
		verdict: left.length === 0 ? "none" : left.length === 1 ? "one" : "several",
		items: left.length === 0 ? [] : await readLines(database, left),
		count: left.length,
		near: { items: near.length === 0 ? [] : await readLines(database, near), count: near.length },
		rivals: await countRivals(database, payment),
		from: window.from.toISOString(),
		to: window.to.toISOString(),
		candidateIds: left,
		others: others.length === 0 ? [] : await readLines(database, others),
	};
}

/** By the database's clock; null where this database gave no permit. */
async function readAttempt(
	database: Database | DatabaseTransaction,
	payment: Pick<PaymentRow, "id">,
): Promise<AttemptTimes | null> {
	const row = await database
		.selectFrom("attempt")
		.select(["permitted_at", "send_deadline"])
		.where("payment_id", "=", payment.id)
		.executeTakeFirst();
	return row ?? null;
}

function ofSameFacts(database: Database | DatabaseTransaction, payment: PaymentRow) {
	return database
		.selectFrom("payment")
		.where("id", "<>", payment.id)
		.where("environment", "=", payment.environment)
		.where("kind", "=", payment.kind)
		.where("amount", "=", countedAmount(payment))
		.where("currency", "=", payment.currency);
}

/** The first few in the order of time. */
async function readLines(database: Database | DatabaseTransaction, ids: readonly string[]): Promise<Line[]> {
	const rows = await database
		.selectFrom("movement")
		.select(["id", "type", "amount", "fee", "created_at"])
		.where(sql<boolean>`id = any(${ids}::bigint[])`)
		.orderBy("created_at")
		.orderBy("id")
		.limit(SHOWN)
		.execute();
	return rows.map(({ created_at: at, ...row }) => ({ ...row, createdAt: at.toISOString() }));
}

/** Whose outcome is open too, and whose window touches this one's. */
async function countRivals(database: Database | DatabaseTransaction, payment: PaymentRow): Promise<number> {
	// Their windows are known by the times of the programs that sent them: so is this one's here.
	const { from, to } = evidenceWindowOf(payment, null);
	const length = +to - +from;
	const { rivals } = await ofSameFacts(database, payment)
		.select(sql<number>`count(*)::integer`.as("rivals"))
		.where("state", "in", OUTSTANDING_STATES)
		.where((of) =>
			of.or([
				of.and([of("sent_at", ">", new Date(+from - length)), of("sent_at", "<", new Date(+to + length))]),
				// Without a permit here: at any time from its wish to its doubt.
				of.and([of("sent_at", "is", null), of("created_at", "<", to), of("may_have_left_until", ">", from)]),
			]),
		)
		.executeTakeFirstOrThrow();
	return rivals;
}

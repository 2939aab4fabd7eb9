import { sql } from "kysely";
import type { Evidence } from "#lib/contracts/evidence.ts";
import { OUTSTANDING_STATES } from "#lib/payment-state.ts";
import { type ForgottenPayment, findForgotten } from "#server/continuity/forgotten-permits.ts";
import { type AttemptTimes, evidenceWindowOf } from "#server/payment-records/evidence-window.ts";
import { countedAmount, type PaymentRow } from "#server/payment-records/payment-summary.ts";
import { findFreeLines, findOtherAmounts } from "#server/reconciliation/matching/free-lines.ts";
import type { Database } from "#server/store/database.ts";

type Movements = Evidence["movements"];
type Line = Movements["items"][number];

const SHOWN = 5;

/** Excludes lines that reconciliation gives to another payment or that people explained; the rest may be this payment's. */
export async function findMovements(
	database: Database,
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

/** Reads database times; null when this database gave no permit. */
async function readAttempt(database: Database, payment: Pick<PaymentRow, "id">): Promise<AttemptTimes | null> {
	const row = await database
		.selectFrom("attempt")
		.select(["permitted_at", "send_deadline"])
		.where("payment_id", "=", payment.id)
		.executeTakeFirst();
	return row ?? null;
}

function ofSameFacts(database: Database, payment: PaymentRow) {
	return database
		.selectFrom("payment")
		.where("id", "<>", payment.id)
		.where("environment", "=", payment.environment)
		.where("kind", "=", payment.kind)
		.where("amount", "=", countedAmount(payment))
		.where("currency", "=", payment.currency);
}

async function readLines(database: Database, ids: readonly string[]): Promise<Line[]> {
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

/**
 * Counts payments of the same kind and amount with an open outcome whose window overlaps this one's, including those of a lost database.
 */
async function countRivals(database: Database, payment: PaymentRow): Promise<number> {
	// The other windows use program time, so this payment's window does here too.
	const { from, to } = evidenceWindowOf(payment, null);
	const length = +to - +from;
	const [earliest, latest] = [new Date(+from - length), new Date(+to + length)];
	const { rivals } = await ofSameFacts(database, payment)
		.select(sql<number>`count(*)::integer`.as("rivals"))
		.where("state", "in", OUTSTANDING_STATES)
		.where((of) =>
			of.or([
				of.and([of("sent_at", ">", earliest), of("sent_at", "<", latest)]),
				// A payment without a permit in this database may have left between its creation and the acknowledgement of the mismatch.
				of.and([of("sent_at", "is", null), of("created_at", "<", to), of("may_have_left_until", ">", from)]),
			]),
		)
		.executeTakeFirstOrThrow();
	const lost = await findForgotten(database, payment, { amount: countedAmount(payment) });
	const isRival = ({ id, isOpen, sentAt }: ForgottenPayment) =>
		id !== payment.id && isOpen && sentAt > earliest && sentAt < latest;
	return rivals + lost.filter(isRival).length;
}

/** The movements that may be one payment's: same type, amount and currency, in its window, and not claimed by another payment. */
import { sql } from "kysely";
import type { Evidence } from "#lib/contracts/evidence.ts";
import { transactionTypeOf } from "#lib/payment-state.ts";
import { claimMovements } from "#server/payments/claim-movements.ts";
import { evidenceWindow } from "#server/payments/evidence-window.ts";
import type { PaymentRow } from "#server/payments/payment-line.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

type Movements = Evidence["movements"];

const SHOWN = 5;
const HOUR_MS = 3_600_000;
// More equal payments than this within hours are not told apart by their times anyway.
const MOST = 1_000;

/** Known payments of the same facts take their movements first, one to one in the order of time; what is left may be this one's. */
export async function findMovements(
	database: Database | DatabaseTransaction,
	payment: PaymentRow,
): Promise<Movements & { candidateIds: string[] }> {
	const window = evidenceWindow(payment);
	const claimants = await readClaimants(database, payment);
	const from = new Date(Math.min(+window.from, ...claimants.map((claimant) => claimant.from)));
	const to = new Date(Math.max(+window.to, ...claimants.map((claimant) => claimant.to)));
	const lines = await readLines(database, payment, from, to);
	const claims = claimMovements(claimants, lines);
	const left = lines.filter(({ id, at }) => !claims.has(id) && at >= +window.from && at <= +window.to);
	return {
		verdict: left.length === 0 ? "none" : left.length === 1 ? "one" : "several",
		items: left.slice(0, SHOWN).map(({ at: _at, ...item }) => item),
		count: left.length,
		rivals: await countRivals(database, payment),
		from: window.from.toISOString(),
		to: window.to.toISOString(),
		candidateIds: left.map(({ id }) => id),
	};
}

function ofSameFacts(database: Database | DatabaseTransaction, payment: PaymentRow) {
	return database
		.selectFrom("payment")
		.where("id", "<>", payment.id)
		.where("environment", "=", payment.environment)
		.where("kind", "=", payment.kind)
		.where("amount", "=", payment.amount)
		.where("currency", "=", payment.currency);
}

async function readClaimants(database: Database | DatabaseTransaction, payment: PaymentRow) {
	const { from, to } = evidenceWindow(payment);
	const [first, last] = [new Date(+from - HOUR_MS), new Date(+to + HOUR_MS)];
	const rows = await ofSameFacts(database, payment)
		.select(["id", "kind", "created_at", "sent_at", "deadline_at", "processed_at"])
		.where("state", "in", ["succeeded", "settled_paid"])
		.where((of) => of.or([of.between("sent_at", first, last), of.between("processed_at", first, last)]))
		.orderBy("sent_at")
		.limit(MOST)
		.execute();
	return rows.map((row) => {
		const window = evidenceWindow(row);
		const expectedAt = +(row.processed_at ?? row.sent_at ?? row.created_at);
		return { id: row.id, from: +window.from, to: +window.to, expectedAt };
	});
}

async function readLines(database: Database | DatabaseTransaction, payment: PaymentRow, from: Date, to: Date) {
	const rows = await database
		.selectFrom("movement")
		.select(["id", "type", "amount", "fee", "created_at"])
		.where("environment", "=", payment.environment)
		.where("currency", "=", payment.currency)
		.where("type", "=", transactionTypeOf(payment.kind))
		.where("amount", "=", payment.amount)
		.where("created_at", ">=", from)
		.where("created_at", "<=", to)
		.orderBy("created_at")
		.orderBy("id")
		.limit(2 * MOST)
		.execute();
	return rows.map(({ created_at: at, ...row }) => ({ ...row, createdAt: at.toISOString(), at: +at }));
}

/** Whose outcome is open too, and whose window touches this one's. */
async function countRivals(database: Database | DatabaseTransaction, payment: PaymentRow): Promise<number> {
	const { from, to } = evidenceWindow(payment);
	const length = +to - +from;
	const { rivals } = await ofSameFacts(database, payment)
		.select(sql<number>`count(*)::integer`.as("rivals"))
		.where("state", "in", ["sending", "pending", "unknown", "needs_review"])
		.where("sent_at", ">", new Date(+from - length))
		.where("sent_at", "<", new Date(+to + length))
		.executeTakeFirstOrThrow();
	return rivals;
}

/** The balance before a payment left and after its answer was lost, from the looks that were kept. */
import { sql } from "kysely";
import type { Evidence } from "#lib/contracts/evidence.ts";
import { parseDecimal } from "#lib/money.ts";
import { type BalanceLook, type OtherMovement, readBalances } from "#server/payments/balance-reading.ts";
import { evidenceWindowOf } from "#server/payments/evidence-window.ts";
import type { PaymentRow } from "#server/payments/payment-line.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

type Store = Database | DatabaseTransaction;
type Balance = Evidence["balance"];

/** `candidates`: what may be this payment's own movements. */
export async function findBalances(
	database: Store,
	payment: PaymentRow,
	candidates: { ids: readonly string[]; fee: string | null },
): Promise<Balance> {
	const permit = payment.sent_at ?? payment.created_at;
	const before = await readBefore(database, payment, permit);
	const looks = await readAfter(database, payment, await outcomeAt(database, payment, permit));
	const others = before === null ? [] : await readOthers(database, payment, before, looks.at(-1), candidates.ids);
	return readBalances({
		kind: payment.kind,
		amountMinor: parseDecimal(payment.amount) ?? 0n,
		feeMinor: candidates.fee === null ? null : parseDecimal(candidates.fee),
		before,
		looks,
		others,
	});
}

/** When its attempt ended, however it did. */
async function outcomeAt(database: Store, payment: PaymentRow, permit: Date): Promise<Date> {
	const row = await database
		.selectFrom("payment_event")
		.select("at")
		.where("payment_id", "=", payment.id)
		.where("state", "not in", ["awaiting_approval", "approved", "sending"])
		.orderBy("id")
		.limit(1)
		.executeTakeFirst();
	return row?.at ?? permit;
}

function looksOf(database: Store, payment: PaymentRow) {
	return database
		.selectFrom("wallet_look")
		.select(["balance", "updated_at", "first_fetched_at", "fetched_at"])
		.where("environment", "=", payment.environment)
		.where("currency", "=", payment.currency);
}

/** The last look before the permit. A row is a stretch of equal looks: one that lasts over the permit was true at the permit. */
async function readBefore(database: Store, payment: PaymentRow, permit: Date): Promise<BalanceLook | null> {
	const row = await looksOf(database, payment)
		.where("first_fetched_at", "<=", permit)
		.orderBy("first_fetched_at", "desc")
		.orderBy("id", "desc")
		.limit(1)
		.executeTakeFirst();
	return row ? lookOf(row, row.fetched_at < permit ? row.fetched_at : permit) : null;
}

// Looks come every two minutes, and equal ones share a row: the window holds far fewer.
const MOST_LOOKS = 500;

async function readAfter(database: Store, payment: PaymentRow, lostAt: Date): Promise<BalanceLook[]> {
	// Looks are dated by the programs' clocks, and so is this payment's own time.
	const { to } = evidenceWindowOf(payment, null);
	const rows = await looksOf(database, payment)
		.where("fetched_at", ">", lostAt)
		.where("first_fetched_at", "<=", to)
		.orderBy("first_fetched_at")
		.orderBy("id")
		.limit(MOST_LOOKS)
		.execute();
	return rows.map((row) => lookOf(row, row.first_fetched_at <= lostAt ? row.fetched_at : row.first_fetched_at));
}

function lookOf(row: { balance: string; updated_at: Date }, at: Date): BalanceLook {
	return { balanceMinor: parseDecimal(row.balance) ?? 0n, at: at.toISOString(), updatedAt: +row.updated_at };
}

/** By the service's own times: its movements beside its times of the balance. */
async function readOthers(
	database: Store,
	payment: PaymentRow,
	before: BalanceLook,
	last: BalanceLook | undefined,
	ownIds: readonly string[],
): Promise<OtherMovement[]> {
	if (!last) return [];
	const rows = await database
		.selectFrom("movement")
		.select(["type", "amount", "fee", "created_at"])
		.where("environment", "=", payment.environment)
		.where("currency", "=", payment.currency)
		.where("withdrawn_at", "is", null)
		.where("created_at", ">", new Date(before.updatedAt))
		.where("created_at", "<", new Date(last.updatedAt + 1))
		.where(sql<boolean>`id <> all(${ownIds}::bigint[])`)
		.execute();
	return rows.map(({ type, amount, fee, created_at: at }) => ({
		...{ type, at: +at },
		amountMinor: parseDecimal(amount) ?? 0n,
		feeMinor: parseDecimal(fee) ?? 0n,
	}));
}

import type { SandboxDatabase } from "#server/sandbox/tables.ts";
import type { HistoryRow, TransactionRow } from "#server/sandbox/transactions/wire-answers.ts";

export async function findTransaction(database: SandboxDatabase, reference: string): Promise<TransactionRow | null> {
	const row = await database
		.selectFrom("transaction")
		.selectAll()
		.where("reference", "=", reference)
		.executeTakeFirst();
	return row ?? null;
}

/** Returns the oldest entry first. */
export async function readHistory(database: SandboxDatabase, reference: string): Promise<HistoryRow[]> {
	return database
		.selectFrom("history")
		.select(["status", "source", "at"])
		.where("reference", "=", reference)
		.orderBy("at")
		.orderBy("id")
		.execute();
}

export async function findAnotherTransaction(
	database: SandboxDatabase,
	besides: { reference: string | null; kind?: TransactionRow["kind"] },
): Promise<TransactionRow | null> {
	let query = database.selectFrom("transaction").selectAll();
	if (besides.reference !== null) query = query.where("reference", "<>", besides.reference);
	if (besides.kind) query = query.where("kind", "=", besides.kind);
	const row = await query.orderBy("created_at", "desc").orderBy("reference").limit(1).executeTakeFirst();
	return row ?? null;
}

const MOST_ROWS = 5_000;

export type HeldTransaction = Awaited<ReturnType<typeof listTransactions>>[number];

/** Returns up to `limit` transactions, newest first, including those whose reference the desk never received. */
export function listTransactions(database: SandboxDatabase, limit = MOST_ROWS) {
	return database
		.selectFrom("transaction")
		.select(["reference", "kind", "opaque_id", "status", "amount", "fee", "currency", "operator", "phone_number"])
		.select(["metadata", "created_at", "processed_at"])
		.orderBy("created_at", "desc")
		.orderBy("reference")
		.limit(limit)
		.execute();
}

/** Lists all transactions of the service for tests and the page, including those that no answer mentioned. */
import type { SandboxDatabase } from "#server/sandbox/tables.ts";

const MOST_ROWS = 5_000;

export type HeldTransaction = Awaited<ReturnType<typeof listTransactions>>[number];

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

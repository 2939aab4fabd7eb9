/** Transactions of the demo's past that were started in the service's own portal: an accountant imported their references since. */
import type { PastTransaction } from "#server/cli/demo-data/sandbox-past.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

const ROWS_AT_ONCE = 1_000;

export async function insertPastImports(
	trx: DatabaseTransaction,
	past: readonly PastTransaction[],
	{ environment, importedBy, at }: { environment: string; importedBy: string; at: Date },
): Promise<void> {
	const rows = past
		.filter(({ status }) => status === "success")
		.map((transaction, position) => ({
			...{ environment, reference: transaction.reference, state: "found" as const, position, checks: 1 },
			transaction_type: transaction.kind === "deposit" ? "deposit" : "withdrawal",
			...{ amount: transaction.amount, currency: transaction.currency, service_status: transaction.status },
			...{ created_at: transaction.createdAt, processed_at: transaction.processedAt },
			...{ imported_by: importedBy, imported_at: at, last_checked_at: at, next_check_at: null },
		}));
	for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
		await trx
			.insertInto("imported_transaction")
			.values(rows.slice(start, start + ROWS_AT_ONCE))
			.execute();
}

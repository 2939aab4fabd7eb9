import type { Selectable } from "kysely";
import type { Pool } from "pg";
import type { PaymentKind } from "#lib/payment-state.ts";
import { sandboxDatabase } from "#server/sandbox/open-store.ts";
import type { TransactionTable } from "#server/sandbox/tables.ts";
import { FAILURE_CODES } from "#server/sandbox/transactions/outcomes.ts";

export type PastTransaction = Omit<Selectable<TransactionTable>, "kind"> & { kind: PaymentKind; reason: string | null };

/** Returns all transactions of the sandbox, oldest first. */
export async function readSandboxPast(pool: Pool): Promise<PastTransaction[]> {
	const database = sandboxDatabase(pool);
	const reasons = await database
		.selectFrom("history")
		.select(["reference", "status"])
		.where("status", "in", FAILURE_CODES)
		.execute();
	const reasonOf = new Map(reasons.map(({ reference, status }) => [reference, status]));
	const rows = await database
		.selectFrom("transaction")
		.selectAll()
		.orderBy("created_at")
		.orderBy("reference")
		.execute();
	return rows.map((row) => ({
		...row,
		kind: row.kind === "deposit" ? "deposit" : "payout",
		reason: reasonOf.get(row.reference) ?? null,
	}));
}

/** Lists all transactions of the service for tests and the page, including those that no answer mentioned. */
import type { SandboxDatabase, TransactionKind } from "#server/sandbox/tables.ts";

export interface HeldTransaction {
	reference: string;
	kind: TransactionKind;
	opaqueId: string;
	status: string;
	amount: string;
	fee: string;
	currency: string;
	operator: string;
	phoneNumber: string;
	metadata: unknown;
	createdAt: Date;
	processedAt: Date | null;
}

const MOST_ROWS = 5_000;

export async function listTransactions(database: SandboxDatabase, limit = MOST_ROWS): Promise<HeldTransaction[]> {
	const rows = await database
		.selectFrom("transaction")
		.selectAll()
		.orderBy("created_at", "desc")
		.orderBy("reference")
		.limit(limit)
		.execute();
	return rows.map((row) => ({
		reference: row.reference,
		kind: row.kind,
		opaqueId: row.opaque_id,
		status: row.status,
		amount: row.amount,
		fee: row.fee,
		currency: row.currency,
		operator: row.operator,
		phoneNumber: row.phone_number,
		metadata: row.metadata,
		createdAt: row.created_at,
		processedAt: row.processed_at,
	}));
}

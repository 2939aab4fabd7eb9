/** Reads the sandbox's past transactions from its tables; the demo's payments must agree with them. */

import type { Pool } from "pg";
import type { PaymentKind } from "#lib/payment-state.ts";
import type { Flow } from "#lib/payments/flows.ts";
import type { SandboxTables } from "#server/sandbox/tables.ts";
import { FAILURE_CODES } from "#server/sandbox/transactions/outcomes.ts";
import { openDatabase } from "#server/store/database.ts";

export interface PastTransaction {
	reference: string;
	kind: PaymentKind;
	opaqueId: string;
	status: string;
	amount: string;
	currency: string;
	operator: string;
	operatorName: string;
	country: string;
	phoneNumber: string;
	flow: Flow | null;
	metadata: Record<string, string> | null;
	createdAt: Date;
	processedAt: Date | null;
	reason: string | null;
}

/** Oldest first. */
export async function readSandboxPast(pool: Pool): Promise<PastTransaction[]> {
	const database = openDatabase<SandboxTables>(pool).withSchema("sandbox");
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
		reference: row.reference,
		kind: row.kind === "deposit" ? "deposit" : "payout",
		opaqueId: row.opaque_id,
		status: row.status,
		amount: row.amount,
		currency: row.currency,
		operator: row.operator,
		operatorName: row.operator_name,
		country: row.country,
		phoneNumber: row.phone_number,
		flow: row.flow,
		metadata: textsOf(row.metadata),
		createdAt: row.created_at,
		processedAt: row.processed_at,
		reason: reasonOf.get(row.reference) ?? null,
	}));
}

function textsOf(metadata: unknown): Record<string, string> | null {
	if (typeof metadata !== "object" || metadata === null) return null;
	const texts = Object.entries(metadata).filter((entry): entry is [string, string] => typeof entry[1] === "string");
	return texts.length > 0 ? Object.fromEntries(texts) : null;
}

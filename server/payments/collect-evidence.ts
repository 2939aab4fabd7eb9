import type { Evidence } from "#lib/contracts/evidence.ts";
import { findBalances } from "#server/payments/balance-evidence.ts";
import { findMovements } from "#server/payments/movement-evidence.ts";
import type { PaymentRow } from "#server/payments/payment-line.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

/** What the mirror and the looks at the wallet show of a payment that was sent. Absence in it is no proof. */
export async function collectEvidence(
	database: Database | DatabaseTransaction,
	payment: PaymentRow,
): Promise<Evidence> {
	const { candidateIds, ...movements } = await findMovements(database, payment);
	const fee = movements.verdict === "one" ? (movements.items[0]?.fee ?? null) : null;
	return {
		paymentId: payment.id,
		version: payment.version,
		currency: payment.currency,
		movements,
		balance: await findBalances(database, payment, { ids: candidateIds, fee }),
		mirror: await readMirror(database, payment),
	};
}

async function readMirror(database: Database | DatabaseTransaction, payment: PaymentRow): Promise<Evidence["mirror"]> {
	const row = await database
		.selectFrom("movement_sync")
		.select(["synced_at", "may_be_cut", "fault", "unreadable_lines"])
		.where("environment", "=", payment.environment)
		.where("currency", "=", payment.currency)
		.executeTakeFirst();
	return {
		syncedAt: row?.synced_at?.toISOString() ?? null,
		mayBeCut: row?.may_be_cut ?? false,
		fault: row?.fault ?? null,
		unreadable: row?.unreadable_lines ?? 0,
	};
}

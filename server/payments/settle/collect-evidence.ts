import type { Evidence } from "#lib/contracts/evidence.ts";
import { countedAmount, type PaymentRow } from "#server/payments/payment-summary.ts";
import { findBalances } from "#server/payments/settle/balance-evidence.ts";
import { compareAmounts } from "#server/payments/settle/compare-amounts.ts";
import { findMovements } from "#server/payments/settle/movement-evidence.ts";
import { findPossibleAnswers } from "#server/payments/settle/possible-answers.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { isArriving, readSyncRow } from "#server/wallets/sync-row.ts";

const NOTHING_KNOWN = {
	...{ verdict: "none" as const, items: [], count: 0, near: { items: [], count: 0 } },
	...{ candidateIds: [], others: [] },
};

/** What the mirror and the looks at the wallet show of a payment that was sent. Absence in it is no proof. */
export async function collectEvidence(
	database: Database | DatabaseTransaction,
	payment: PaymentRow,
	timeZone: string,
): Promise<Evidence> {
	const sync = await readSyncRow(database, payment);
	const found = await findMovements(database, payment);
	// A part of a list proves nothing: the next of its lines may be the one that is looked for.
	const { candidateIds, others, ...movements } = isArriving(sync) ? { ...found, ...NOTHING_KNOWN } : found;
	const fee = movements.verdict === "one" ? (movements.items[0]?.fee ?? null) : null;
	return {
		paymentId: payment.id,
		version: payment.version,
		currency: payment.currency,
		comparison: compareAmounts(payment, movements, others),
		movements,
		balance: await findBalances(
			database,
			{ ...payment, amount: countedAmount(payment) },
			{ ids: candidateIds, fee },
			timeZone,
		),
		answers: await findPossibleAnswers(database, payment),
		mirror: {
			syncedAt: sync.synced_at?.toISOString() ?? null,
			mayBeCut: sync.may_be_cut,
			fault: sync.fault,
			unreadable: sync.unreadable_lines,
		},
	};
}

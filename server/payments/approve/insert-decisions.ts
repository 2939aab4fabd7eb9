import type { Insertable } from "kysely";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { factsDigest } from "#server/payments/rules/digests.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import type { DecisionTable } from "#server/store/tables/decision-tables.ts";

// PostgreSQL takes 65,535 parameters a statement; a decision has seven.
const AT_ONCE = 5_000;

/** One person's decision on each payout, bound to its facts and version. */
export async function insertDecisions(
	trx: DatabaseTransaction,
	rows: readonly PaymentRow[],
	said: Pick<Insertable<DecisionTable>, "member_id" | "verdict" | "at" | "step_up_id">,
): Promise<void> {
	for (let start = 0; start < rows.length; start += AT_ONCE)
		await trx
			.insertInto("decision")
			.values(
				rows.slice(start, start + AT_ONCE).map((row) => ({
					...{ payment_id: row.id, payment_version: row.version, facts: factsDigest(row) },
					...said,
				})),
			)
			.execute();
}

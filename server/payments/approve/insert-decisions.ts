import type { Insertable } from "kysely";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { factsDigest } from "#server/payments/rules/digests.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { insertAll } from "#server/store/listed.ts";
import type { Tables } from "#server/store/tables/tables.ts";

/** One person's decision on each payout, bound to its facts and version. */
export async function insertDecisions(
	trx: DatabaseTransaction,
	rows: readonly PaymentRow[],
	said: Pick<Insertable<Tables["decision"]>, "member_id" | "verdict" | "at" | "step_up_id">,
): Promise<void> {
	const decisions = rows.map((row) => ({
		...{ payment_id: row.id, payment_version: row.version, facts: factsDigest(row) },
		...said,
	}));
	await insertAll(trx, "decision", decisions).execute();
}

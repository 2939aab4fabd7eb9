/** The approvers that a payout needs whatever its amount. The database judges, here and at each move of a payout. */
import { sql } from "kysely";
import type { Approvers } from "#lib/payments/payout-rules.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

/** `id`: empty for a payout that is not saved yet. By rule, the number of approvers for the amount. */
export async function readLeastApprovers(
	database: Database | DatabaseTransaction,
	payouts: readonly Pick<PaymentRow, "id" | "maker_id">[],
): Promise<(id: string, byRule: Approvers) => Approvers> {
	const [ids, makers] = [payouts.map(({ id }) => id), payouts.map(({ maker_id }) => maker_id)];
	const { rows } = await sql<{ id: string; least: Approvers }>`select id, least_approvers(maker, id) as least
		from unnest(${ids}::text[], ${makers}::text[]) as payout (id, maker)`.execute(database);
	const least = new Map(rows.map((row) => [row.id, row.least]));
	return (id, byRule) => (byRule === 0 ? (least.get(id) ?? 0) : byRule);
}

/**
 * Reads how many approvers a payout needs whatever its amount: one if its maker may not decide yet or another member corrected it, and
 * one more for a new number if the settings say so. The same functions of the database decide here and when a payout becomes `approved`
 * or `sending`.
 */
import { sql } from "kysely";
import type { Approvers } from "#lib/payments/payout-rules.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import type { Database } from "#server/store/database.ts";

type Asked = Pick<PaymentRow, "id" | "maker_id" | "environment"> & { phone_number: string | null };

/** `id`: empty for a payout that is not saved yet. `byRule`: the number of approvers for the amount. */
export async function readLeastApprovers(
	database: Database,
	payouts: readonly Asked[],
): Promise<(id: string, byRule: Approvers) => Approvers> {
	if (payouts.length === 0) return (_id, byRule) => byRule;
	const asked = JSON.stringify(
		payouts.map(({ id, maker_id, environment, phone_number }) => ({ id, maker_id, environment, phone_number })),
	);
	const { rows } = await sql<{ id: string; least: number; more: number }>`
		select id, least_approvers(maker_id, id) as least, new_number_approvers(environment, phone_number) as more
		from jsonb_to_recordset(${asked}::jsonb) as payout (id text, maker_id text, environment text, phone_number text)
	`.execute(database);
	const found = new Map(rows.map((row) => [row.id, row]));
	return (id, byRule) => {
		const { least, more } = found.get(id) ?? { least: 0, more: 0 };
		return Math.min(2, Math.max(byRule, least) + more) as Approvers;
	};
}

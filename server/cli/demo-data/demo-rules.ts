/** The demo's rules: three tiers of approval, and limits generous enough that nobody meets them by chance. */
import type { DatabaseTransaction } from "#server/store/database.ts";

// The first tier is small: whoever tries the demo meets an approver with any usual amount.
const RULE = {
	per_payment: "5000000.00",
	per_person_day: "50000000.00",
	per_destination_day: "20000000.00",
	no_approver_up_to: "500.00",
	one_approver_up_to: "1000000.00",
};

export async function setDemoRules(
	trx: DatabaseTransaction,
	currencies: readonly string[],
	{ adminId, at }: { adminId: string; at: Date },
): Promise<void> {
	const rows = currencies.map((currency) => ({ ...RULE, currency, changed_at: at, changed_by: adminId }));
	await trx
		.insertInto("payout_rule")
		.values(rows)
		.onConflict((conflict) => conflict.column("currency").doNothing())
		.execute();
}

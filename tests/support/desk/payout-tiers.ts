/** Rules of approval by amount, and an approver's word. */
import type { Insertable } from "kysely";
import type { Payment } from "#lib/contracts/payment.ts";
import type { Context } from "#server/context.ts";
import { decidePayout } from "#server/payments/approve/decide-payout.ts";
import { asOwner } from "#server/store/as-owner.ts";
import type { Database } from "#server/store/database.ts";
import type { PayoutRuleTable } from "#server/store/tables.ts";

/** In XOF: nobody up to 50,000, one person up to 500,000, two above. */
export const TIERS = { no_approver_up_to: "50000.00", one_approver_up_to: "500000.00" };

/** What needs nobody needs a cap per person and day: so high that no test meets it by chance. */
const DAY_CAP = "100000000000.00";

type Rule = Partial<Insertable<PayoutRuleTable>>;

/** The one rule there is, for XOF; null: no rule at all. */
export async function setRule(database: Database, rule: Rule | null): Promise<void> {
	await asOwner(database, async (trx) => {
		await trx.deleteFrom("payout_rule").execute();
		if (!rule) return;
		await trx
			.insertInto("payout_rule")
			.values({ currency: "XOF", changed_at: new Date(0), ...rule })
			.execute();
	});
}

/** As above, with a cap that nobody meets. */
export function setTiers(database: Database, rule: Rule | null): Promise<void> {
	return setRule(database, rule && { per_person_day: DAY_CAP, ...rule });
}

export function approve(who: Context, { id, version }: Pick<Payment, "id" | "version">): Promise<Payment> {
	return decidePayout(who, { id, version, decision: "approve" });
}

import type { Insertable } from "kysely";
import type { Payment } from "#lib/contracts/payment.ts";
import type { Context } from "#server/context.ts";
import { decidePayout } from "#server/payments/approve/decide-payout.ts";
import { asOwner } from "#server/store/as-owner.ts";
import type { Database } from "#server/store/database.ts";
import type { Tables } from "#server/store/tables/tables.ts";
import { insertRows } from "#tests/support/rows/rows.ts";

/** In XOF: no approver up to 50,000, one up to 500,000, two above. */
export const TIERS = { no_approver_up_to: "50000.00", one_approver_up_to: "500000.00" };

/** Payouts without approvers need a cap per person and day; no test reaches this one. */
const DAY_CAP = "100000000000.00";

type Rule = Partial<Insertable<Tables["payout_rule"]>>;

/** Sets the only rule, for XOF; null: no rule. */
export async function setRule(database: Database, rule: Rule | null): Promise<void> {
	await asOwner(database, async (trx) => {
		await trx.deleteFrom("payout_rule").execute();
		if (!rule) return;
		await insertRows(trx, "payout_rule", { currency: "XOF", changed_at: new Date(0), ...rule });
	});
}

/** Like `setRule`, with a cap that no test reaches. */
export function setTiers(database: Database, rule: Rule | null): Promise<void> {
	return setRule(database, rule && { per_person_day: DAY_CAP, ...rule });
}

export function approve(who: Context, { id, version }: Pick<Payment, "id" | "version">): Promise<Payment> {
	return decidePayout(who, { id, version, decision: "approve" });
}

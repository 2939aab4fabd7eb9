/** The step that a direct and a confirmed change share: the row, the record, the notice. */
import { AMOUNT_FIELDS, type PayoutRule } from "#lib/contracts/payout-rule.ts";
import type { ChangeStep } from "#server/change-requests/ask/change-step.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { tellChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** False: another admin was faster, and nothing was written. What is equal already is neither written nor recorded. */
export async function keepPayoutRule(
	trx: DatabaseTransaction,
	before: PayoutRule,
	after: PayoutRule,
	{ at, by, confirmedBy }: ChangeStep,
): Promise<boolean> {
	const details = differences(before, after);
	if (Object.keys(details).length === 0) return true;
	if (!(await write(trx, after, { at, by }))) return false;
	const { currency } = after;
	await recordAudit(trx, {
		...{ at, memberId: by, action: "setting.payout_rule_changed" },
		...{ subjectKind: "setting", subjectId: `payout_rule:${currency}` },
		details: { currency, ...details, ...(confirmedBy ? { confirmedBy } : {}) },
	});
	await tellChange(trx, { topic: "settings", id: currency });
	return true;
}

/** Field → "old → new", for the record. */
function differences(before: PayoutRule, after: PayoutRule): Record<string, string> {
	const changed = AMOUNT_FIELDS.filter((field) => before[field] !== after[field]);
	return Object.fromEntries(changed.map((field) => [field, `${before[field] ?? "–"} → ${after[field] ?? "–"}`]));
}

/** Of two admins at once one is too late, whether or not there was a row before. */
async function write(trx: DatabaseTransaction, rule: PayoutRule, { at, by }: ChangeStep): Promise<boolean> {
	const values = {
		version: rule.version + 1,
		per_payment: rule.perPayment,
		per_person_day: rule.perPersonDay,
		per_destination_day: rule.perDestinationDay,
		no_approver_up_to: rule.noApproverUpTo,
		one_approver_up_to: rule.oneApproverUpTo,
		changed_at: at,
		changed_by: by,
	};
	const kept =
		rule.version === 0
			? await trx
					.insertInto("payout_rule")
					.values({ currency: rule.currency, ...values })
					.onConflict((conflict) => conflict.column("currency").doNothing())
					.returning("version")
					.executeTakeFirst()
			: await trx
					.updateTable("payout_rule")
					.set(values)
					.where("currency", "=", rule.currency)
					.where("version", "=", rule.version)
					.returning("version")
					.executeTakeFirst();
	return kept !== undefined;
}

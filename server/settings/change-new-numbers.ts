import type { Asked } from "#lib/contracts/change-request.ts";
import { type NewNumberRule, newNumberRuleSchema } from "#lib/contracts/payout-rule.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { differences, type GuardedChange } from "#server/guarded-changes/guarded-change.ts";
import { proposeChange } from "#server/guarded-changes/propose-change.ts";
import { keepSetting } from "#server/guarded-changes/record-change.ts";
import { readNewNumberRule, readPaymentExpiry } from "#server/payment-records/payment-settings.ts";
import { endOwnWaits } from "#server/payment-records/waiting-payouts.ts";

const NAME = "new_numbers";

export const newNumbers: GuardedChange<NewNumberRule> = {
	kind: "new_numbers",
	schema: newNumberRuleSchema,
	async read(trx, { after }) {
		if (after.restMinutes >= (await readPaymentExpiry(trx)).payoutMinutes)
			throw new AppError("invalid_input", "a payout would expire while it rests", {
				fields: { restMinutes: "longer_than_expiry" },
			});
		return readNewNumberRule(trx);
	},
	async write(trx, { before, after }, step) {
		const details = differences(before, after);
		await keepSetting(trx, { name: NAME, value: after, action: "setting.new_numbers_changed", details }, step);
		await endOwnWaits(trx, "new_number_rests");
	},
};

/**
 * Sets the rule for payouts to new numbers; it applies to waiting payouts, too. A longer rest or a second person takes effect at once; a
 * shorter rest or no second person needs a second admin. Throws forbidden, invalid_input, change_waits.
 */
export async function changeNewNumbers(context: Context, after: NewNumberRule): Promise<NewNumberRule | Asked> {
	return (await proposeChange(context, newNumbers, () => ({ subject: NAME, after }))) ?? after;
}

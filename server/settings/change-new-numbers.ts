import { newNumberRuleSchema } from "#lib/contracts/payout-rule.ts";
import { AppError } from "#server/errors.ts";
import { changeTo } from "#server/guarded-changes/propose-change.ts";
import { guardedSetting } from "#server/guarded-changes/record-change.ts";
import { readNewNumberRule, readPaymentExpiry } from "#server/payment-records/payment-settings.ts";
import { endOwnWaits, lockOwnWaits } from "#server/payment-records/waiting-payouts.ts";

export const newNumbers = guardedSetting("new_numbers", "setting.new_numbers_changed", {
	kind: "new_numbers",
	schema: newNumberRuleSchema,
	lock: (trx) => lockOwnWaits(trx, "new_number_rests"),
	async read(trx, { after }) {
		if (after.restMinutes >= (await readPaymentExpiry(trx)).payoutMinutes)
			throw new AppError("invalid_input", "a payout would expire while it rests", {
				fields: { restMinutes: "longer_than_expiry" },
			});
		return readNewNumberRule(trx);
	},
	afterwards: (trx) => endOwnWaits(trx, "new_number_rests"),
});

/**
 * Sets the rule for payouts to new numbers; it applies to waiting payouts, too. A longer delay or a second person takes effect at once; a
 * shorter delay or no second person needs a second admin. Throws forbidden, invalid_input, change_waits.
 */
export const changeNewNumbers = changeTo(newNumbers);

import { paymentExpirySchema } from "#lib/contracts/payout-rule.ts";
import { AppError } from "#server/errors.ts";
import { changeTo } from "#server/guarded-changes/propose-change.ts";
import { guardedSetting } from "#server/guarded-changes/record-change.ts";
import { readNewNumberRule, readPaymentExpiry } from "#server/payment-records/payment-settings.ts";

export const paymentExpiry = guardedSetting("payment_expiry", "setting.payment_expiry_changed", {
	kind: "payment_expiry",
	schema: paymentExpirySchema,
	async read(trx, { after }) {
		if (after.payoutMinutes <= (await readNewNumberRule(trx)).restMinutes)
			throw new AppError("invalid_input", "a first payout would expire while it rests", {
				fields: { payoutMinutes: "shorter_than_rest" },
			});
		return readPaymentExpiry(trx);
	},
});

/**
 * Sets how long a payment waits before it is no longer sent; applies to waiting payments too. A shorter period takes effect at
 * once, a longer one needs a second admin. Throws forbidden, invalid_input, change_waits.
 */
export const changePaymentExpiry = changeTo(paymentExpiry);

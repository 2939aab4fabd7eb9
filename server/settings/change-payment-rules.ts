/** The desk's rules for payments that are stored as settings: how long they wait, new numbers, failures of a batch. */
import type { Asked } from "#lib/contracts/change-request.ts";
import {
	type BatchFailureRule,
	batchFailureRuleSchema,
	type NewNumberRule,
	newNumberRuleSchema,
	type PaymentExpiry,
	paymentExpirySchema,
} from "#lib/contracts/payout-rule.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { proposeChange } from "#server/guarded-changes/propose-change.ts";
import { guardedSetting } from "#server/guarded-changes/record-change.ts";
import {
	readBatchFailureRule,
	readNewNumberRule,
	readPaymentExpiry,
} from "#server/payment-records/payment-settings.ts";
import { endOwnWaits } from "#server/payment-records/waiting-payouts.ts";

export const batchFailures = guardedSetting("batch_failures", "setting.batch_failures_changed", {
	kind: "batch_failures",
	schema: batchFailureRuleSchema,
	read: readBatchFailureRule,
});

/**
 * Sets how much of a batch may fail before the rest waits for an approver; applies to batches that are requested from now on. A smaller
 * share takes effect at once, a larger one needs a second admin. Throws forbidden, change_waits.
 */
export async function changeBatchFailures(
	context: Context,
	after: BatchFailureRule,
): Promise<BatchFailureRule | Asked> {
	return (await proposeChange(context, batchFailures, () => ({ subject: batchFailures.kind, after }))) ?? after;
}

export const newNumbers = guardedSetting("new_numbers", "setting.new_numbers_changed", {
	kind: "new_numbers",
	schema: newNumberRuleSchema,
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
 * Sets the rule for payouts to new numbers; it applies to waiting payouts, too. A longer rest or a second person takes effect at once; a
 * shorter rest or no second person needs a second admin. Throws forbidden, invalid_input, change_waits.
 */
export async function changeNewNumbers(context: Context, after: NewNumberRule): Promise<NewNumberRule | Asked> {
	return (await proposeChange(context, newNumbers, () => ({ subject: newNumbers.kind, after }))) ?? after;
}

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
export async function changePaymentExpiry(context: Context, after: PaymentExpiry): Promise<PaymentExpiry | Asked> {
	return (await proposeChange(context, paymentExpiry, () => ({ subject: paymentExpiry.kind, after }))) ?? after;
}

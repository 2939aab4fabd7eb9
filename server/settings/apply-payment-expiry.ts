import { paymentExpirySchema } from "#lib/contracts/payout-rule.ts";
import type { ApplyChange } from "#server/change-requests/ask/change-step.ts";
import { readPaymentExpiry } from "#server/payments/payment-settings.ts";
import { keepPaymentExpiry } from "#server/settings/keep-payment-expiry.ts";

/** The minutes as they were asked for, if those of then still stand. */
export const applyPaymentExpiry: ApplyChange = async (_system, trx, { before, after }, step) => {
	const now = await readPaymentExpiry(trx);
	if (now.payoutMinutes !== before.payoutMinutes || now.depositMinutes !== before.depositMinutes) return "void";
	return (await keepPaymentExpiry(trx, now, paymentExpirySchema.parse(after), step)) ? "done" : "void";
};

import type { PaymentExpiry } from "#lib/contracts/payout-rule.ts";
import type { ChangeStep } from "#server/change-requests/ask/change-step.ts";
import { keepSetting } from "#server/settings/keep-setting.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

export const PAYMENT_EXPIRY = "payment_expiry";
const FIELDS = ["payoutMinutes", "depositMinutes"] as const;

/** False: it was so already, and nothing was written. */
export async function keepPaymentExpiry(
	trx: DatabaseTransaction,
	before: PaymentExpiry,
	after: PaymentExpiry,
	step: ChangeStep,
): Promise<boolean> {
	const changed = FIELDS.filter((field) => before[field] !== after[field]);
	if (changed.length === 0) return false;
	const details = Object.fromEntries(changed.map((field) => [field, `${before[field]} → ${after[field]}`]));
	const setting = { name: PAYMENT_EXPIRY, value: after, action: "setting.payment_expiry_changed", details };
	await keepSetting(trx, setting, step);
	return true;
}

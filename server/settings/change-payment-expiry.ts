import type { Asked } from "#lib/contracts/change-request.ts";
import { type PaymentExpiry, paymentExpirySchema } from "#lib/contracts/payout-rule.ts";
import { loosens } from "#lib/loosening.ts";
import { demandStill } from "#server/access/demand-still.ts";
import { demand } from "#server/access/permissions.ts";
import { askForChange } from "#server/change-requests/ask/ask-for-change.ts";
import { voidChanges } from "#server/change-requests/ask/void-changes.ts";
import type { Context } from "#server/context.ts";
import { parseInput } from "#server/parse-input.ts";
import { readPaymentExpiry } from "#server/payments/payment-settings.ts";
import { keepPaymentExpiry, PAYMENT_EXPIRY } from "#server/settings/keep-payment-expiry.ts";

/**
 * How long a payment waits before it is not sent any more; counts for those that wait already. Shorter at once, longer by a
 * second admin. Throws forbidden, change_waits.
 */
export async function changePaymentExpiry(context: Context, input: PaymentExpiry): Promise<PaymentExpiry | Asked> {
	demand(context, "settings.manage");
	const after = parseInput(paymentExpirySchema, input);
	const at = context.clock.now();
	const subject = { kind: "payment_expiry", subject: PAYMENT_EXPIRY } as const;
	return context.database.transaction().execute(async (trx) => {
		await demandStill(context, trx, "settings.manage");
		const { payoutMinutes, depositMinutes } = await readPaymentExpiry(trx);
		const before = { payoutMinutes, depositMinutes };
		if (loosens("payment_expiry", before, after)) return askForChange(context, trx, { ...subject, before, after });
		if (await keepPaymentExpiry(trx, before, after, { at, by: context.member.id })) await voidChanges(trx, at, subject);
		return after;
	});
}

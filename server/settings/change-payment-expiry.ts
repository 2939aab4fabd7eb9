import { type PaymentExpiry, paymentExpirySchema } from "#lib/contracts/payout-rule.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { parseInput } from "#server/parse-input.ts";
import { readPaymentExpiry } from "#server/payments/payment-settings.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { tellChange } from "#server/store/changes.ts";

/** How long a payment waits before it is not sent any more; counts for those that wait already. Throws forbidden. */
export async function changePaymentExpiry(context: Context, input: PaymentExpiry): Promise<PaymentExpiry> {
	demand(context, "settings.manage");
	const after = parseInput(paymentExpirySchema, input);
	await context.database.transaction().execute(async (trx) => {
		const before = await readPaymentExpiry(trx);
		const details = Object.fromEntries(
			(["payoutMinutes", "depositMinutes"] as const)
				.filter((field) => before[field] !== after[field])
				.map((field) => [field, `${before[field]} → ${after[field]}`]),
		);
		if (Object.keys(details).length === 0) return;
		const row = { value: JSON.stringify(after), changed_at: context.clock.now(), changed_by: context.member.id };
		await trx
			.insertInto("setting")
			.values({ name: "payment_expiry", ...row })
			.onConflict((conflict) => conflict.column("name").doUpdateSet(row))
			.execute();
		await recordAudit(trx, {
			at: context.clock.now(),
			memberId: context.member.id,
			action: "setting.payment_expiry_changed",
			subjectKind: "setting",
			subjectId: "payment_expiry",
			details,
		});
		await tellChange(trx, { topic: "settings", id: "payment_expiry" });
	});
	return after;
}

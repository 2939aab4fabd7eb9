import type { Payment } from "#lib/contracts/payment.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { recordHappening } from "#server/payments/move-payment.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import { lockUnsettled } from "#server/payments/settle/lock-unsettled.ts";

/** Takes back the member's own verdict that is in force. Throws forbidden, not_found (also without such a verdict), stale_version. */
export async function withdrawVerdict(context: Context, input: { kind: PaymentKind; id: string }): Promise<Payment> {
	demand(context, "payout.resolve");
	const at = context.clock.now();
	await context.database.transaction().execute(async (trx) => {
		const payment = await lockUnsettled(trx, input);
		const withdrawn = await trx
			.updateTable("resolution")
			.set({ withdrawn_at: at })
			.where("payment_id", "=", payment.id)
			.where("payment_version", "=", payment.version)
			.where("member_id", "=", context.member.id)
			.where("withdrawn_at", "is", null)
			.returning("outcome")
			.executeTakeFirst();
		if (!withdrawn) throw new AppError("not_found", "no verdict of this member stands");
		const details = { outcome: withdrawn.outcome };
		await recordHappening(trx, at, payment, { event: "word_withdrawn", by: { member: context.member.id }, details });
	});
	return readPayment(context, input);
}

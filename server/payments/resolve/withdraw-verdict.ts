import type { Payment } from "#lib/contracts/payment.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import { recheckPermission } from "#server/access/recheck-permission.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { lockPayments, recordPaymentEvent } from "#server/payment-records/move-payment.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import { requireUnresolved } from "#server/payments/resolve/give-verdicts.ts";

/** Withdraws the member's own verdict. Throws forbidden, not_found (also without such a verdict), stale_version. */
export async function withdrawVerdict(context: Context, input: { kind: PaymentKind; id: string }): Promise<Payment> {
	requirePermission(context, "payout.resolve");
	const at = context.clock.now();
	await context.database.transaction().execute(async (trx) => {
		const [locked] = await lockPayments(trx, [input]);
		const payment = requireUnresolved(locked, input);
		await recheckPermission(context, trx, "payout.resolve");
		const withdrawn = await trx
			.updateTable("resolution")
			.set({ withdrawn_at: at })
			.where("payment_id", "=", payment.id)
			.where("payment_version", "=", payment.version)
			.where("member_id", "=", context.member.id)
			.where("withdrawn_at", "is", null)
			.returning("outcome")
			.executeTakeFirstOrThrow(() => new AppError("not_found", "this member has no verdict to withdraw"));
		const details = { outcome: withdrawn.outcome };
		await recordPaymentEvent(trx, at, payment, {
			event: "verdict_withdrawn",
			by: { member: context.member.id },
			details,
		});
	});
	return readPayment(context, input);
}

import type { Payment } from "#lib/contracts/payment.ts";
import { ASKABLE_STATES, type PaymentKind } from "#lib/payment-state.ts";
import { requirePermission } from "#server/access/permissions.ts";
import { recheckPermission } from "#server/access/recheck-permission.ts";
import type { Context } from "#server/context.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import { checkPayment } from "#server/payments/watch/check-payment.ts";

/** Limits repeated presses: one check per payment in this time, for all members together. */
const REST_MS = 2_000;

/** "Check now": asks the service and returns the updated payment. An unreachable service changes nothing. */
export async function refreshPayment(context: Context, input: { kind: PaymentKind; id: string }): Promise<Payment> {
	const payment = await readPayment(context, input);
	requirePermission(context, "payment.read");
	const at = context.clock.now();
	const taken = await context.database.transaction().execute(async (trx) => {
		const row = await trx
			.updateTable("payment")
			.set({ last_checked_at: at })
			.where("id", "=", payment.id)
			.where("kind", "=", input.kind)
			.where((of) =>
				of.or([of("last_checked_at", "is", null), of("last_checked_at", "<", new Date(at.getTime() - REST_MS))]),
			)
			.where("state", "in", ASKABLE_STATES)
			.returning("id")
			.executeTakeFirst();
		await recheckPermission(context, trx, "payment.read");
		return row;
	});
	if (!taken) return payment;
	await checkPayment(context, { paymentId: payment.id });
	return readPayment(context, input);
}

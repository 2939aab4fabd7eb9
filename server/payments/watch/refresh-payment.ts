import type { Payment } from "#lib/contracts/payment.ts";
import { ASKABLE_STATES, type PaymentKind } from "#lib/payment-state.ts";
import { recheckPermission } from "#server/access/recheck-permission.ts";
import type { Context } from "#server/context.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import { checkPayment } from "#server/payments/watch/check-payment.ts";

/** Limits repeated presses: one question per payment in this time, for all members together. */
const REST_MS = 2_000;

/** "Check now": asks the service and returns the updated payment. A fault of the service does not change the payment's state. */
export async function refreshPayment(context: Context, input: { kind: PaymentKind; id: string }): Promise<Payment> {
	const payment = await readPayment(context, input);
	const at = context.clock.now();
	const taken = await context.database.transaction().execute(async (trx) => {
		const row = await trx
			.updateTable("payment")
			.set({ asked_at: at })
			.where("id", "=", payment.id)
			.where("kind", "=", input.kind)
			.where((of) =>
				of.or([
					of("asked_at", "is", null),
					of("asked_at", "<", new Date(at.getTime() - REST_MS)),
					// A time ahead of our clock comes from a machine whose clock differs, and is no recent question.
					of("asked_at", ">", at),
				]),
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

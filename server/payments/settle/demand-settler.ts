/** A fresh proof of who settles, bound to the payment as it stands and to the verdict on it. */
import type { StepUpSubject } from "#lib/contracts/second-factor.ts";
import type { Context } from "#server/context.ts";
import type { PaymentRow } from "#server/payments/payment-summary.ts";
import { actDigest } from "#server/payments/rules/act-digest.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** In the transaction that writes the verdict. Throws `step_up_needed`. */
export async function demandSettler(
	context: Context,
	trx: DatabaseTransaction,
	payment: PaymentRow,
	verdict: Pick<StepUpSubject, "outcome" | "amount" | "reference">,
): Promise<void> {
	const subject = { kind: payment.kind, id: payment.id, version: payment.version, ...verdict };
	const digest = actDigest("settle", payment, subject);
	await context.presence.demand(trx, { purpose: "settle", subjects: [subject], digest });
}

/** Requires a fresh step-up proof, bound to this version of each payment and its verdict. */
import type { StepUpSubject } from "#lib/contracts/second-factor.ts";
import type { Context } from "#server/context.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { actDigest } from "#server/payments/rules/act-digest.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

interface Settled {
	payment: PaymentRow;
	verdict: Pick<StepUpSubject, "outcome" | "amount" | "reference">;
}

/** Call in the transaction that writes the verdicts. Throws `step_up_needed`. */
export async function requireSettler(
	context: Context,
	trx: DatabaseTransaction,
	settled: readonly Settled[],
): Promise<void> {
	const subjects = settled.map(({ payment: { kind, id, version }, verdict }) => ({ kind, id, version, ...verdict }));
	const digest = settled.map(({ payment, verdict }) => {
		const { kind, id, version } = payment;
		return actDigest("settle", payment, { kind, id, version, ...verdict });
	});
	await context.presence.require(trx, { purpose: "settle", subjects, digest });
}

import type { Payment } from "#lib/contracts/payment.ts";
import { isInDoubt, type PaymentKind } from "#lib/payment-state.ts";
import { requirePermission } from "#server/access/permissions.ts";
import { recheckPermission } from "#server/access/recheck-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { recordPaymentEvent } from "#server/payment-records/move-payment.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** Withdraws the member's own verdict. Throws forbidden, not_found (also without such a verdict), stale_version. */
export async function withdrawVerdict(context: Context, input: { kind: PaymentKind; id: string }): Promise<Payment> {
	requirePermission(context, "payout.resolve");
	const at = context.clock.now();
	await context.database.transaction().execute(async (trx) => {
		const payment = await lockUnsettled(trx, input);
		await recheckPermission(context, trx, "payout.resolve");
		const withdrawn = await trx
			.updateTable("resolution")
			.set({ withdrawn_at: at })
			.where("payment_id", "=", payment.id)
			.where("payment_version", "=", payment.version)
			.where("member_id", "=", context.member.id)
			.where("withdrawn_at", "is", null)
			.returning("outcome")
			.executeTakeFirst();
		if (!withdrawn) throw new AppError("not_found", "this member has no verdict to withdraw");
		const details = { outcome: withdrawn.outcome };
		await recordPaymentEvent(trx, at, payment, {
			event: "verdict_withdrawn",
			by: { member: context.member.id },
			details,
		});
	});
	return readPayment(context, input);
}

/** Locks a payment that people may settle until the transaction ends, so that two verdicts never overlap. */

/** Throws not_found, and stale_version (`fields.state` is the current state). Without a version, any version passes. */
async function lockUnsettled(
	trx: DatabaseTransaction,
	{ kind, id, version }: { kind: PaymentKind; id: string; version?: number },
): Promise<PaymentRow> {
	const row = await trx
		.selectFrom("payment")
		.selectAll()
		.where("id", "=", id)
		.where("kind", "=", kind)
		.forUpdate()
		.executeTakeFirst();
	if (!row) throw new AppError("not_found", `no ${kind} with this id`);
	if (isInDoubt(row.state) && (version === undefined || row.version === version)) return row;
	throw new AppError("stale_version", `the ${kind} is ${row.state} now`, { fields: { state: row.state } });
}

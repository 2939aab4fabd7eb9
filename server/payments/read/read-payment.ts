import type { Payment } from "#lib/contracts/payment.ts";
import { type PaymentEvent, paymentEventSchema } from "#lib/contracts/payment-event.ts";
import { isReference } from "#lib/paths.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import { statusMeaning } from "#lib/payments/status-meaning.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { readFinalFailures } from "#server/payment-records/payment-settings.ts";
import { selectPayments, toPaymentSummary } from "#server/payment-records/payment-summary.ts";
import { readPayoutProgress } from "#server/payments/rules/payout-progress.ts";
import type { Database } from "#server/store/database.ts";

/** Reads one payment with its history, oldest first. Throws forbidden, not_found. */
export async function readPayment(context: Context, input: { kind: PaymentKind; id: string }): Promise<Payment> {
	requirePermission(context, "payment.read");
	// PostgreSQL rejects NUL, so an id that cannot be ours is never queried.
	if (!isReference(input.id)) throw new AppError("not_found", `no ${input.kind} has such an id`);
	const row = await selectPayments(context.database)
		.where("payment.id", "=", input.id)
		.where("payment.kind", "=", input.kind)
		.executeTakeFirstOrThrow(() => new AppError("not_found", `no ${input.kind} with this id`));
	const [progress, history, batch, finalFailures] = await Promise.all([
		readPayoutProgress(context, [row]),
		readHistory(context.database, row.id),
		readBatch(context, row.batch_id),
		readFinalFailures(context.database),
	]);
	const { service_status: status } = row;
	return {
		...toPaymentSummary(row, progress.get(row.id)),
		statusMeaning: status === null ? null : statusMeaning(status, finalFailures),
		hintReference: row.reference === null ? row.hint_reference : null,
		...(batch ? { batch } : {}),
		history,
	};
}

/** A batch of an earlier account has no page that a link could open. */
async function readBatch({ database, config }: Context, id: string | null): Promise<Payment["batch"]> {
	if (id === null) return undefined;
	const batch = database.selectFrom("batch").select(["id", "name"]).where("id", "=", id);
	return batch.where("environment", "=", config.environment).executeTakeFirst();
}

async function readHistory(database: Database, id: string): Promise<PaymentEvent[]> {
	const rows = await database
		.selectFrom("payment_event")
		.leftJoin("member", "member.id", "payment_event.member_id")
		.select(["state", "at", "event", "by_kind", "note", "details", "member.name"])
		.where("payment_id", "=", id)
		.orderBy("payment_event.id")
		.execute();
	return rows.map(({ state, at, by_kind: kind, name, ...fields }) =>
		paymentEventSchema.parse({ ...fields, state, at: at.toISOString(), by: { kind, name } }),
	);
}

/** The send permit: committed and durable before the first byte leaves, and one for each payment for ever (payments.md rule 1). */
import { sql } from "kysely";
import { ulid } from "ulid";
import type { SystemContext } from "#server/context.ts";
import { movePayment } from "#server/payments/move-payment.ts";
import type { PaymentRow } from "#server/payments/payment-line.ts";
import { payoutsOnTheWire } from "#server/payments/payouts-on-the-wire.ts";
import type { Timing } from "#server/payments/timing.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

export interface Permit {
	attemptId: string;
	paymentId: string;
	workerId: string;
}

/** `busy`: the wallet's lanes are taken; `gone`: somebody else has it, or it is not approved any more. */
export async function takePermit(
	system: SystemContext,
	payment: PaymentRow,
	workerId: string,
	timing: Timing,
): Promise<Permit | "busy" | "gone"> {
	const at = system.clock.now();
	const permit = { attemptId: ulid(at.getTime()), paymentId: payment.id, workerId };
	return system.database.transaction().execute(async (trx) => {
		if (payment.kind === "payout" && !(await hasFreeLane(trx, payment, system.config.payoutLanes))) return "busy";
		const moved = await movePayment(trx, at, payment, {
			to: "sending",
			event: "sending",
			by: "cauri",
			set: { sent_at: at, deadline_at: new Date(at.getTime() + timing.permitMs) },
		});
		if (!moved) return "gone";
		await insertAttempt(trx, permit, timing);
		return permit;
	});
}

/** Permits for one wallet are given one after another, so that the count holds until this commit. */
async function hasFreeLane(trx: DatabaseTransaction, payment: PaymentRow, lanes: number): Promise<boolean> {
	const lane = `lane:${payment.environment}:${payment.currency}`;
	await sql`select pg_advisory_xact_lock(hashtextextended(${lane}, 0))`.execute(trx);
	return (await payoutsOnTheWire(trx, payment)).count < lanes;
}

/** Times by the database's clock: every worker compares with the same one, whatever its own says. */
async function insertAttempt(trx: DatabaseTransaction, permit: Permit, timing: Timing): Promise<void> {
	await trx
		.insertInto("attempt")
		.values({
			id: permit.attemptId,
			payment_id: permit.paymentId,
			worker_id: permit.workerId,
			permitted_at: sql<Date>`now()`,
			deadline_at: sql<Date>`now() + ${timing.permitMs} * interval '1 millisecond'`,
		})
		.execute();
}

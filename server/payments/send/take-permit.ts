/** The send permit: committed and durable before the first byte leaves, and one for each payment for ever (payments.md rule 1). */
import { sql } from "kysely";
import { ulid } from "ulid";
import type { SystemContext } from "#server/context.ts";
import { isWalletProved } from "#server/continuity/continuity-gap.ts";
import { movePayment } from "#server/payments/move-payment.ts";
import type { PaymentRow } from "#server/payments/payment-summary.ts";
import { payoutsOnTheWire } from "#server/payments/payouts-on-the-wire.ts";
import { findObstacle } from "#server/payments/send/recheck-payout.ts";
import { isSendingStoppedFor } from "#server/payments/stop/sending-stop.ts";
import type { Timing } from "#server/payments/timing.ts";
import { writtenHead } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import type { Head } from "#server/store/head-file.ts";
import type { JournalledPermit } from "#server/store/permit-journal.ts";

export interface Permit {
	attemptId: string;
	paymentId: string;
	workerId: string;
}

export interface GivenPermit extends Permit {
	/** The entry of the record that the permit made: known beside the database before the first byte leaves. */
	head: Head;
	/** By our clock, and by the database's. */
	at: Date;
	permittedAt: Date;
}

/** Named before it is asked for: when the answer to its commit is lost, what was named can still be closed. */
export function newPermit(system: SystemContext, payment: Pick<PaymentRow, "id">, workerId: string): Permit {
	return { attemptId: ulid(system.clock.now().getTime()), paymentId: payment.id, workerId };
}

/**
 * `busy`: the wallet's lanes are taken; `gone`: somebody else has it, or it is not approved any more; `stopped`: see below;
 * `wallet_unproved`: its wallet must be read first.
 */
export type NoPermit = "busy" | "gone" | "stopped" | "wallet_unproved";

class StoppedMeanwhile extends Error {}

/** A stop that was committed before the permit always wins: it is asked for in the permit's own turn of the record. */
export async function takePermit(
	system: SystemContext,
	payment: PaymentRow,
	permit: Permit,
	timing: Timing,
): Promise<GivenPermit | NoPermit> {
	try {
		return await moveToSending(system, payment, permit, timing);
	} catch (error) {
		if (error instanceof StoppedMeanwhile) return "stopped";
		throw error;
	}
}

async function moveToSending(
	system: SystemContext,
	payment: PaymentRow,
	permit: Permit,
	timing: Timing,
): Promise<GivenPermit | "busy" | "gone" | "wallet_unproved"> {
	const at = system.clock.now();
	return system.database.transaction().execute(async (trx) => {
		if (payment.kind === "payout" && !(await hasFreeLane(trx, payment, system.config.payoutLanes))) return "busy";
		if (payment.kind === "payout" && !(await isWalletProved(trx, payment))) return "wallet_unproved";
		// Looked at again where no other permit of this wallet comes between; what is in the way is said at the next look.
		if (payment.kind === "payout" && (await findObstacle(trx, payment, { at, timeZone: system.config.timeZone })))
			return "busy";
		let permittedAt = at;
		const moved = await movePayment(trx, at, payment, {
			to: "sending",
			event: "sending",
			by: "cauri",
			set: {
				sent_at: at,
				send_deadline: new Date(at.getTime() + timing.permitMs),
				service_sent_at: system.service.timeAt(performance.now()),
			},
			// No two permits have the same entry, not even of one payment at one moment: a backup is known by it.
			recorded: { attempt: permit.attemptId },
			async also() {
				// guard: one-attempt-per-payment
				permittedAt = await insertAttempt(trx, permit, timing);
			},
		});
		if (!moved) return "gone";
		// After the move, which waits for the turn that every stop takes: what is not seen here commits after this permit.
		// guard: stop-before-permit-wins
		if (await isStoppedFor(trx, payment, system.config.environment)) throw new StoppedMeanwhile();
		const head = writtenHead(trx);
		if (!head) throw new Error("a permit without an entry of the record");
		return { ...permit, head, at, permittedAt };
	});
}

/** Stopped, in doubt, or a database that was given over to another service meanwhile. */
async function isStoppedFor(trx: DatabaseTransaction, payment: PaymentRow, environment: string): Promise<boolean> {
	return payment.environment !== environment || isSendingStoppedFor(trx, environment);
}

/** Permits for one wallet are given one after another, so that the count holds until this commit. */
async function hasFreeLane(trx: DatabaseTransaction, payment: PaymentRow, lanes: number): Promise<boolean> {
	const lane = `lane:${payment.environment}:${payment.currency}`;
	await sql`select pg_advisory_xact_lock(hashtextextended(${lane}, 0))`.execute(trx);
	// guard: lanes-are-counted
	return (await payoutsOnTheWire(trx, payment)).count < lanes;
}

/** Times by the database's clock: every worker compares with the same one, whatever its own says. */
async function insertAttempt(trx: DatabaseTransaction, permit: Permit, timing: Timing): Promise<Date> {
	const { permitted_at } = await trx
		.insertInto("attempt")
		.values({
			id: permit.attemptId,
			payment_id: permit.paymentId,
			worker_id: permit.workerId,
			permitted_at: sql<Date>`now()`,
			send_deadline: sql<Date>`now() + ${timing.permitMs} * interval '1 millisecond'`,
		})
		.returning("permitted_at")
		.executeTakeFirstOrThrow();
	return permitted_at;
}

/** Is this very attempt, with this very entry of the record, in the database that answers now? */
export async function isPermitThere({ database }: SystemContext, permit: GivenPermit): Promise<boolean> {
	const { head, attemptId, paymentId, workerId } = permit;
	const row = await database
		.selectFrom("attempt")
		.innerJoin("audit_entry", (join) => join.on("audit_entry.id", "=", head.entry))
		.select("attempt.id")
		.where("attempt.id", "=", attemptId)
		.where("attempt.payment_id", "=", paymentId)
		.where("attempt.worker_id", "=", workerId)
		.where("attempt.answered_at", "is", null)
		.where("audit_entry.hash", "=", head.hash)
		.executeTakeFirst();
	return row !== undefined;
}

/** As the journal names it: what people need when this database is gone. */
export function journalled(payment: PaymentRow, permit: GivenPermit): JournalledPermit {
	return {
		attempt: permit.attemptId,
		payment: payment.id,
		kind: payment.kind,
		amount: payment.amount,
		currency: payment.currency,
		number: payment.phone_number,
		at: permit.at.toISOString(),
		permittedAt: permit.permittedAt.toISOString(),
		worker: permit.workerId,
		environment: payment.environment,
	};
}

/**
 * The send permit: committed and durable before the first byte leaves, and only one per payment, for ever (payments.md rule 1).
 */
import { sql } from "kysely";
import { ulid } from "ulid";
import type { Config } from "#server/config.ts";
import type { SystemContext } from "#server/context.ts";
import { openGaps } from "#server/continuity/continuity-gap.ts";
import { askGate } from "#server/continuity/gate.ts";
import { isSameIncarnation, type Life } from "#server/continuity/life.ts";
import { keepProved } from "#server/continuity/proved-wallet.ts";
import { type Watched, watchWallet } from "#server/continuity/watch-wallet.ts";
import { QUICK_MS, readFreeLanes } from "#server/payment-records/lanes.ts";
import { movePayment } from "#server/payment-records/move-payment.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import type { Timing } from "#server/payment-records/timing.ts";
import { isPastExpiry } from "#server/payments/approve/expire-payments.ts";
import type { Obstacle } from "#server/payments/send/preflight.ts";
import { isBatchPaused, recheckRules } from "#server/payments/send/recheck-payout.ts";
import { writtenHead } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import type { Head } from "#server/store/head-file.ts";
import { PREPARED } from "#server/store/keep-prepared.ts";
import type { JournalledPermit } from "#server/store/permit-journal.ts";

export interface Permit {
	attemptId: string;
	paymentId: string;
	workerId: string;
}

export interface GivenPermit extends Permit {
	/** The permit's audit log entry, stored outside the database before the first byte leaves. */
	head: Head;
	/** By our clock; `permittedAt` is by the database's. */
	at: Date;
	permittedAt: Date;
}

/** Ids are chosen before the commit: when its answer is lost, the attempt can still be closed by id. */
export function newPermit(system: SystemContext, payment: Pick<PaymentRow, "id">, workerId: string): Permit {
	return { attemptId: ulid(system.clock.now().getTime()), paymentId: payment.id, workerId };
}

export interface Send {
	timing: Timing;
	/** The sending process; after missing heartbeats the wallet is read first. */
	life?: Life | undefined;
}

class MetAtPermit extends Error {
	readonly obstacle: Obstacle;

	constructor(obstacle: Obstacle) {
		super(obstacle.kind);
		this.obstacle = obstacle;
	}
}

/**
 * `gone`: another worker has it, or it is no longer approved. A stop committed before the permit always wins: the gate is checked
 * within the permit's audit turn.
 */
export async function takePermit(
	system: SystemContext,
	payment: PaymentRow,
	permit: Permit,
	send: Send,
): Promise<GivenPermit | Obstacle | "gone"> {
	try {
		const taken = await moveToSending(system, payment, permit, send);
		if (taken !== "not_ours") return taken;
		await openGaps(system, "fall", [payment.currency]);
		return { kind: "wallet_unproved" };
	} catch (error) {
		if (error instanceof MetAtPermit) return error.obstacle;
		throw error;
	}
}

async function moveToSending(
	system: SystemContext,
	payment: PaymentRow,
	permit: Permit,
	{ timing, life }: Send,
): Promise<GivenPermit | Obstacle | "gone" | "not_ours"> {
	const at = system.clock.now();
	return system.database.transaction().execute(async (trx) => {
		const lane = payment.kind === "payout" ? await takeLane(trx, system.config, payment, life) : null;
		if (lane?.met) return lane.met;
		// guard: expiry-is-asked-in-the-permit
		if (await isPastExpiry({ ...system, database: trx }, payment)) return { kind: "expired" };
		// Checked again under the lock, so that no other permit of this wallet comes in between.
		const broken = await recheckRules(trx, payment, { at, config: system.config });
		// guard: twins-and-limits-at-the-permit
		if (broken) return broken;
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
			// The attempt id makes each permit's entry unique, even for one payment at one moment: a backup is recognized by it.
			recorded: { attempt: permit.attemptId },
			async also() {
				// guard: one-attempt-per-payment
				permittedAt = await insertAttempt(trx, permit, timing);
			},
		});
		if (!moved) return "gone";
		// After the move, which waits for the audit turn that every stop takes: a stop not visible here commits after this permit.
		// guard: stop-before-permit-wins
		await requireFreeWay(trx, system.config, payment, life);
		if (lane?.reached) await keepProved(trx, payment, lane.reached);
		const head = writtenHead(trx);
		if (!head) throw new Error("a permit without an entry of the record");
		return { ...permit, head, at, permittedAt };
	});
}

async function requireFreeWay(
	trx: DatabaseTransaction,
	config: Config,
	payment: PaymentRow,
	life: Life | undefined,
): Promise<void> {
	const kind = await askGate(trx, config, payment);
	if (kind) throw new MetAtPermit({ kind });
	if (await isBatchPaused(trx, payment)) throw new MetAtPermit({ kind: "batch_paused" });
	const isSame = !life || payment.kind === "deposit" || (await isSameIncarnation(trx, life));
	if (!isSame) throw new MetAtPermit({ kind: "wallet_unproved" });
}

/** Permits of one wallet are serialized, so that what is seen and counted holds until this commit. */
async function takeLane(
	trx: DatabaseTransaction,
	{ payoutLanes: ceiling }: Config,
	payment: PaymentRow,
	life: Life | undefined,
): Promise<Pick<Watched, "reached"> & { met: Obstacle | "not_ours" | null }> {
	const lane = `lane:${payment.environment}:${payment.currency}`;
	await sql`select pg_advisory_xact_lock(hashtextextended(${lane}, 0))`.execute(trx);
	// Finds another copy of this desk that sends from the wallet, by the balance that was just read.
	const { isOurs, reached } = life ? await watchWallet(trx, payment) : { isOurs: true, reached: null };
	const { free, endedMs } = await readFreeLanes(trx, payment, { ceiling, since: reached?.readingId });
	// A balance that was asked for before the last answers does not show all of them; one that is late is a question to the lines.
	if (!isOurs || (endedMs !== null && endedMs >= QUICK_MS)) return { reached, met: "not_ours" };
	if (endedMs !== null) return { reached, met: { kind: "turn_awaited", afterMs: QUICK_MS - endedMs } };
	// guard: lanes-are-counted
	return { reached, met: free > 0 ? null : { kind: "lane_taken" } };
}

/** By the database's time, which all workers share, and after the lock of the lane: `watchWallet` compares it with readings. */
async function insertAttempt(trx: DatabaseTransaction, permit: Permit, timing: Timing): Promise<Date> {
	const { permitted_at } = await trx
		.insertInto("attempt")
		.values({
			id: permit.attemptId,
			payment_id: permit.paymentId,
			worker_id: permit.workerId,
			permitted_at: sql<Date>`clock_timestamp()`,
			send_deadline: sql<Date>`clock_timestamp() + ${timing.permitMs} * interval '1 millisecond'`,
		})
		.returning("permitted_at")
		.executeTakeFirstOrThrow();
	return permitted_at;
}

/** Checks that this attempt, with this audit log entry, is in the database that answers now. */
export async function isPermitThere({ database }: SystemContext, permit: GivenPermit): Promise<boolean> {
	const { head, attemptId, paymentId, workerId } = permit;
	const row = await database
		.selectFrom("attempt")
		.modifyFront(PREPARED)
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

/** The journal's entry: what people need if this database is lost. */
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

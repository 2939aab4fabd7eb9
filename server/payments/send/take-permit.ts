/**
 * The send permit: committed and durable before the first byte leaves, and only one per payment, for ever (payments.md rule 1).
 * Payouts of one wallet that are due together take their permits in one commit.
 */
import { sql } from "kysely";
import { ulid } from "ulid";
import { groupCalls } from "#lib/group-calls.ts";
import type { Obstacle } from "#lib/send-obstacles.ts";
import type { Config } from "#server/config.ts";
import type { SystemContext } from "#server/context.ts";
import { openGaps } from "#server/continuity/continuity-gap.ts";
import { keepExplainedUntil } from "#server/continuity/explained-until.ts";
import { type Heartbeat, isSameIncarnation } from "#server/continuity/heartbeat.ts";
import { type WatchedWallet, watchWallet } from "#server/continuity/watch-wallet.ts";
import { QUICK_MS, readFreeLanes } from "#server/payment-records/lanes.ts";
import { lockPayments, movePayments } from "#server/payment-records/move-payment.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import type { Timing } from "#server/payment-records/send-timing.ts";
import { findPausedBatches } from "#server/payments/rules/paused-batches.ts";
import { outcomeOfUnusedPermit } from "#server/payments/send/attempt-outcome.ts";
import { type AskedPermit, insertAttempts, type Permit } from "#server/payments/send/attempts.ts";
import { recordOrSaveToFile } from "#server/payments/send/outcome-file.ts";
import { recheckRules } from "#server/payments/send/recheck-rules.ts";
import { checkSendPreconditions } from "#server/payments/send/send-preconditions.ts";
import { findPastExpiry } from "#server/payments/stop/expire-payments.ts";
import { writtenHead } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** The worker that sends a payment. */
export interface Sender {
	workerId: string;
	timing: Timing;
	/**
	 * If heartbeats are missing, the wallet is read before a payout leaves. A worker always passes it. Without it, nothing detects gaps, or
	 * copies of the desk through the balance.
	 */
	heartbeat?: Heartbeat | undefined;
}

/** A payment that is due, and the worker that sends it. */
export interface Due {
	system: SystemContext;
	payment: PaymentRow;
	sender: Sender;
}

type Asked = Due & { permit: AskedPermit };

type PermitOrObstacle = Permit | Obstacle;

class ObstacleAtPermit extends Error {
	readonly obstacle: Obstacle;

	constructor(obstacle: Obstacle) {
		super(obstacle.kind);
		this.obstacle = obstacle;
	}
}

/**
 * A stop committed before the permit always wins: the preconditions are checked within the permit's audit turn. Throws when the database fails,
 * and closes the attempt before: nothing was sent, and otherwise the wallet would wait for an answer that cannot come.
 */
export async function takePermit(due: Due): Promise<PermitOrObstacle | "gone"> {
	const { system, payment, sender } = due;
	// The id is chosen before the commit: if the database's answer to the commit is lost, the attempt can still be closed.
	const permit = { attemptId: ulid(system.clock.now().getTime()), paymentId: payment.id, workerId: sender.workerId };
	try {
		return await takeTogether({ ...due, permit });
	} catch (error) {
		// `not_sent_disk` stands for every permit that could not be stored, also for a failure of the database.
		const unused = outcomeOfUnusedPermit("not_sent_disk", system.clock.now());
		await recordOrSaveToFile(system, permit, unused, sender.timing);
		throw error;
	}
}

/** Two payouts to one number are never in one commit: the duplicate check of the second must find the first on its way. */
const takeTogether = groupCalls<Asked, PermitOrObstacle | "gone">(
	({ system, sender, payment: { kind, id, environment, currency } }) => [
		system.database,
		sender.workerId,
		...(kind === "payout" ? [environment, currency] : [id]),
	],
	async (asked) => {
		let isCommitting = false;
		try {
			const results = await asked[0].system.database.transaction().execute(async (trx) => {
				const found = await takePermits(trx, asked);
				isCommitting = true;
				return found;
			});
			return asked.map(({ payment }) => results.get(payment.id) ?? "gone");
		} catch (error) {
			if (asked.length === 1 && error instanceof ObstacleAtPermit) return [error.obstacle];
			// The commit may have been made: each caller closes its own attempt.
			if (isCommitting) return asked.map(() => Promise.reject(error));
			// `groupCalls` then takes each permit alone, so that one payout's obstacle stops no other.
			throw error;
		}
	},
	({ payment }) => payment.phone_number,
);

/** Returns permits and obstacles by payment id, without payments that are gone. */
async function takePermits(
	trx: DatabaseTransaction,
	asked: readonly [Asked, ...Asked[]],
): Promise<ReadonlyMap<string, PermitOrObstacle>> {
	const [{ system, payment: first, sender }] = asked;
	const at = system.clock.now();
	const payments = asked.map(({ payment }) => payment);
	const { obstacle, free, reached } = await admitToWallet(trx, system, first, sender.heartbeat);
	if (obstacle) return new Map(payments.map(({ id }) => [id, obstacle]));
	// The rules are checked again under the lock, so that no other permit of this wallet comes in between.
	const results: Map<string, PermitOrObstacle> = await findObstacles(trx, system, payments, at);
	const allowed = asked.filter(({ payment }) => !results.has(payment.id));
	const leaving = allowed.slice(0, free);
	for (const { payment } of allowed.slice(free)) results.set(payment.id, { kind: "lane_taken" });
	if (leaving.length === 0) return results;
	const rows = leaving.map(({ payment }) => payment);
	if (rows.length > 1) await lockPayments(trx, rows);
	const permits = new Map(asked.map(({ permit }) => [permit.paymentId, permit]));
	let permittedAt = at;
	const moved = await movePayments(
		trx,
		at,
		leaving.map(({ payment, permit }) => ({
			payment,
			// The attempt id makes the audit entry of each permit unique: with equal entries, a restored database would look like the newest one.
			happening: { event: "sending", by: "cauri", recorded: { attempt: permit.attemptId } },
		})),
		{
			to: "sending",
			set: {
				sent_at: at,
				send_deadline: new Date(at.getTime() + sender.timing.permitMs),
				service_sent_at: system.service.timeAt(performance.now()),
			},
			async beforeAuditTurn(rows) {
				const given = rows.flatMap(({ id }) => permits.get(id) ?? []);
				// guard: one-attempt-per-payment
				permittedAt = await insertAttempts(trx, given, sender.timing);
			},
		},
	);
	if (moved.length === 0) return results;
	// This check follows the move, which waits for the audit turn that every stop takes: a stop not visible here commits after this permit.
	// guard: stop-before-permit-wins
	await requireNothingStopped(trx, system.config, moved, sender.heartbeat);
	if (reached) await keepExplainedUntil(trx, first, reached);
	const head = writtenHead(trx);
	if (!head) throw new Error("a permit without an audit entry");
	for (const { id } of moved) {
		const permit = permits.get(id);
		if (permit) results.set(id, { ...permit, head, at, permittedAt });
	}
	return results;
}

async function findObstacles(
	trx: DatabaseTransaction,
	{ clock, config }: SystemContext,
	payments: readonly PaymentRow[],
	at: Date,
): Promise<Map<string, Obstacle>> {
	const obstacles = new Map<string, Obstacle>();
	// guard: twins-and-limits-at-the-permit
	for (const [id, broken] of await recheckRules(trx, payments, { at, config, together: true }))
		obstacles.set(id, broken);
	// guard: expiry-is-asked-in-the-permit
	for (const id of await findPastExpiry({ clock, config, database: trx }, payments))
		obstacles.set(id, { kind: "expired" });
	return obstacles;
}

/** `payments`: payouts of one wallet, or a single deposit. Throws ObstacleAtPermit. */
async function requireNothingStopped(
	trx: DatabaseTransaction,
	config: Config,
	payments: readonly PaymentRow[],
	heartbeat: Heartbeat | undefined,
): Promise<void> {
	const [first] = payments;
	if (!first) return;
	const obstacle = await checkSendPreconditions(trx, config, first);
	if (obstacle) throw new ObstacleAtPermit(obstacle);
	if ((await findPausedBatches(trx, payments)).size > 0) throw new ObstacleAtPermit({ kind: "batch_paused" });
	const isSame = !heartbeat || first.kind === "deposit" || (await isSameIncarnation(trx, heartbeat));
	if (!isSame) throw new ObstacleAtPermit({ kind: "wallet_unproved" });
}

interface WalletTurn extends Pick<WatchedWallet, "reached"> {
	free: number;
	obstacle: Obstacle | null;
}

/**
 * Locks the wallet's permits until this commit, so that the balance seen and the lanes counted here still hold at the commit. Opens a
 * gap for a drop that our own payouts do not explain. A deposit is always admitted.
 */
async function admitToWallet(
	trx: DatabaseTransaction,
	system: SystemContext,
	payment: PaymentRow,
	heartbeat: Heartbeat | undefined,
): Promise<WalletTurn> {
	if (payment.kind === "deposit") return { reached: null, free: 1, obstacle: null };
	const lane = `lane:${payment.environment}:${payment.currency}`;
	await sql`select pg_advisory_xact_lock(hashtextextended(${lane}, 0))`.execute(trx);
	// Finds another copy of this desk that sends from the wallet, by the balance that was just read.
	const { isOurs, reached } = heartbeat ? await watchWallet(trx, payment) : { isOurs: true, reached: null };
	const { free, endedMs } = await readFreeLanes(trx, payment, {
		ceiling: system.config.payoutLanes,
		since: reached?.readingId,
	});
	// A balance read before the last answers does not show their payouts yet. If the balance does not show them within `QUICK_MS`,
	// the lines must explain the drop.
	if (!isOurs || (endedMs !== null && endedMs >= QUICK_MS)) {
		await openGaps({ ...system, database: trx }, "fall", [payment.currency]);
		return { reached, free, obstacle: { kind: "wallet_unproved" } };
	}
	if (endedMs !== null) return { reached, free, obstacle: { kind: "turn_awaited", afterMs: QUICK_MS - endedMs } };
	// guard: lanes-are-counted
	return { reached, free, obstacle: free > 0 ? null : { kind: "lane_taken" } };
}

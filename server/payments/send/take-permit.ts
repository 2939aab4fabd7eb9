/**
 * The send permit: committed and durable before the first byte leaves, and only one per payment, for ever (payments.md rule 1).
 * Payouts of one wallet that are due together take their permits in one commit.
 */
import { sql } from "kysely";
import { ulid } from "ulid";
import { runTogether } from "#lib/run-together.ts";
import type { Config } from "#server/config.ts";
import type { SystemContext } from "#server/context.ts";
import { openGaps } from "#server/continuity/continuity-gap.ts";
import { keepExplainedUntil } from "#server/continuity/explained-until.ts";
import { askGate } from "#server/continuity/gate.ts";
import { type Heartbeat, isSameIncarnation } from "#server/continuity/heartbeat.ts";
import { type WatchedWallet, watchWallet } from "#server/continuity/watch-wallet.ts";
import { QUICK_MS, readFreeLanes } from "#server/payment-records/lanes.ts";
import { lockPayments, movePayments } from "#server/payment-records/move-payment.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import type { Timing } from "#server/payment-records/timing.ts";
import { findPausedBatches } from "#server/payments/rules/paused-batches.ts";
import { type AskedPermit, insertAttempts, type Permit } from "#server/payments/send/attempts.ts";
import type { Obstacle } from "#server/payments/send/preflight.ts";
import { recheckRules } from "#server/payments/send/recheck-rules.ts";
import { findPastExpiry } from "#server/payments/stop/expire-payments.ts";
import { writtenHead } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import type { JournalledPermit } from "#server/store/permit-journal.ts";

/** The attempt's id is chosen before the commit: if the database's answer to the commit is lost, the attempt can still be closed. */
export function newAskedPermit(system: SystemContext, payment: Pick<PaymentRow, "id">, workerId: string): AskedPermit {
	return { attemptId: ulid(system.clock.now().getTime()), paymentId: payment.id, workerId };
}

export interface PermitOptions {
	timing: Timing;
	heartbeat?: Heartbeat | undefined;
}

interface Asked extends PermitOptions {
	system: SystemContext;
	payment: PaymentRow;
	permit: AskedPermit;
}

type Taken = Permit | Obstacle | "gone";

class ObstacleAtPermit extends Error {
	readonly obstacle: Obstacle;

	constructor(obstacle: Obstacle) {
		super(obstacle.kind);
		this.obstacle = obstacle;
	}
}

/** A stop committed before the permit always wins: the gate is checked within the permit's audit turn. */
export function takePermit(
	system: SystemContext,
	payment: PaymentRow,
	permit: AskedPermit,
	{ timing, heartbeat }: PermitOptions,
): Promise<Taken> {
	const { kind, id, environment, currency } = payment;
	const together = [permit.workerId, kind === "payout" ? `${environment} ${currency}` : id].join(" ");
	return takeTogether(system.database, together, { system, payment, permit, timing, heartbeat });
}

/** Two payouts to one number are never in one commit: the duplicate check of the second must find the first on its way. */
const takeTogether = runTogether<Asked, Taken>(
	async (asked) => {
		const [{ system, payment }] = asked;
		let isCommitting = false;
		try {
			const taken = await system.database.transaction().execute(async (trx) => {
				const found = await takePermits(trx, asked);
				isCommitting = true;
				return found;
			});
			if (taken !== "unexplained_fall") return asked.map(({ permit }) => taken.get(permit.attemptId) ?? "gone");
			await openGaps(system, "fall", [payment.currency]);
			return asked.map(() => ({ kind: "wallet_unproved" }) as const);
		} catch (error) {
			if (asked.length === 1 && error instanceof ObstacleAtPermit) return [error.obstacle];
			// The commit may have been made: each caller closes its own attempt.
			if (isCommitting) return asked.map(() => Promise.reject(error));
			throw error;
		}
	},
	({ payment }) => payment.phone_number,
);

/** Returns permits and obstacles by attempt id, without payments that are gone; `unexplained_fall` refuses all permits. */
async function takePermits(
	trx: DatabaseTransaction,
	asked: readonly [Asked, ...Asked[]],
): Promise<Map<string, Permit | Obstacle> | "unexplained_fall"> {
	const [{ system, payment: wallet, timing, heartbeat }] = asked;
	const at = system.clock.now();
	const taken = new Map<string, Permit | Obstacle>();
	const meet = (met: readonly Asked[], obstacle: Obstacle) => {
		for (const { permit } of met) taken.set(permit.attemptId, obstacle);
	};
	const admission = wallet.kind === "payout" ? await admitToWallet(trx, system.config, wallet, heartbeat) : null;
	if (admission?.met === "unexplained_fall") return admission.met;
	if (admission?.met) meet(asked, admission.met);
	if (admission?.met) return taken;
	// The rules are checked again under the lock, so that no other permit of this wallet comes in between.
	const obstacles = await recheck(trx, system, asked, at);
	for (const one of asked) {
		const obstacle = obstacles.get(one.payment.id);
		if (obstacle) meet([one], obstacle);
	}
	const fit = asked.filter(({ payment }) => !obstacles.has(payment.id));
	const going = admission ? fit.slice(0, admission.free) : fit;
	meet(fit.slice(going.length), { kind: "lane_taken" });
	if (going.length === 0) return taken;
	if (going.length > 1)
		await lockPayments(
			trx,
			going.map(({ payment }) => payment),
		);
	const permits = new Map(going.map(({ payment, permit }) => [payment.id, permit]));
	let permittedAt = at;
	const moved = await movePayments(
		trx,
		at,
		going.map(({ payment, permit }) => ({
			payment,
			// The attempt id makes the audit entry of each permit unique: with equal entries, a restored database would look like the newest one.
			happening: { event: "sending", by: "cauri", recorded: { attempt: permit.attemptId } },
		})),
		{
			to: "sending",
			set: {
				sent_at: at,
				send_deadline: new Date(at.getTime() + timing.permitMs),
				service_sent_at: system.service.timeAt(performance.now()),
			},
			async also(rows) {
				const given = rows.flatMap(({ id }) => permits.get(id) ?? []);
				// guard: one-attempt-per-payment
				permittedAt = await insertAttempts(trx, given, timing);
			},
		},
	);
	if (moved.length === 0) return taken;
	// This check follows the move, which waits for the audit turn that every stop takes: a stop not visible here commits after this permit.
	// guard: stop-before-permit-wins
	await requireNothingStopped(trx, system.config, moved, heartbeat);
	if (admission?.reached) await keepExplainedUntil(trx, wallet, admission.reached);
	const head = writtenHead(trx);
	if (!head) throw new Error("a permit without an audit entry");
	for (const { id } of moved) {
		const permit = permits.get(id);
		if (permit) taken.set(permit.attemptId, { ...permit, head, at, permittedAt });
	}
	return taken;
}

async function recheck(
	trx: DatabaseTransaction,
	{ clock, config }: SystemContext,
	asked: readonly Asked[],
	at: Date,
): Promise<Map<string, Obstacle>> {
	const payments = asked.map(({ payment }) => payment);
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
	const kind = await askGate(trx, config, first);
	if (kind) throw new ObstacleAtPermit({ kind });
	if ((await findPausedBatches(trx, payments)).size > 0) throw new ObstacleAtPermit({ kind: "batch_paused" });
	const isSame = !heartbeat || first.kind === "deposit" || (await isSameIncarnation(trx, heartbeat));
	if (!isSame) throw new ObstacleAtPermit({ kind: "wallet_unproved" });
}

interface Admission extends Pick<WatchedWallet, "reached"> {
	free: number;
	met: Obstacle | "unexplained_fall" | null;
}

/** Locks the wallet's permits until this commit, so that the balance seen and the lanes counted here still hold at the commit. */
async function admitToWallet(
	trx: DatabaseTransaction,
	{ payoutLanes: ceiling }: Config,
	payment: PaymentRow,
	heartbeat: Heartbeat | undefined,
): Promise<Admission> {
	const lane = `lane:${payment.environment}:${payment.currency}`;
	await sql`select pg_advisory_xact_lock(hashtextextended(${lane}, 0))`.execute(trx);
	// Finds another copy of this desk that sends from the wallet, by the balance that was just read.
	const { isOurs, reached } = heartbeat ? await watchWallet(trx, payment) : { isOurs: true, reached: null };
	const { free, endedMs } = await readFreeLanes(trx, payment, { ceiling, since: reached?.readingId });
	// A balance read before the last answers does not show their payouts yet. If the balance does not show them within `QUICK_MS`,
	// the lines must explain the fall.
	if (!isOurs || (endedMs !== null && endedMs >= QUICK_MS)) return { reached, free, met: "unexplained_fall" };
	if (endedMs !== null) return { reached, free, met: { kind: "turn_awaited", afterMs: QUICK_MS - endedMs } };
	// guard: lanes-are-counted
	return { reached, free, met: free > 0 ? null : { kind: "lane_taken" } };
}

export function journalled(payment: PaymentRow, permit: Permit): JournalledPermit {
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

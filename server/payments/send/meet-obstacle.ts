import { sql } from "kysely";
import type { EventContent } from "#lib/contracts/payment-event.ts";
import type { OwnWait } from "#lib/contracts/payout-wait.ts";
import type { Obstacle, SendObstacle } from "#lib/send-obstacles.ts";
import type { SystemContext } from "#server/context.ts";
import { isWalletProved } from "#server/continuity/continuity-gap.ts";
import { lockPayments, movePayment } from "#server/payment-records/move-payment.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { addSendJob, wakePayouts } from "#server/payment-records/send-job.ts";
import { voidDecisions } from "#server/payment-records/void-decisions.ts";
import { expireWaiting } from "#server/payments/stop/expire-payments.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { publishUpdate } from "#server/store/live-updates.ts";

/** Handles the obstacle; returns false when the payment or its wallet has changed meanwhile, so that the step does not apply. */
type Step<Kind extends SendObstacle> = (
	system: SystemContext,
	trx: DatabaseTransaction,
	payment: PaymentRow,
	obstacle: Extract<Obstacle, { kind: Kind }>,
) => Promise<boolean>;

/** Null keeps the payment approved; the end of the obstacle, or the worker's next round, wakes the oldest waiting payouts. */
const AFTER: { [Kind in SendObstacle]: Step<Kind> | null } = {
	other_environment: null,
	database_mismatch: null,
	sending_stopped: null,
	wallet_not_configured: null,
	wallet_unproved: null,
	turn_awaited: null,
	lane_taken: null,
	expired: async (system, trx, payment) => (await expireWaiting(system, trx, [payment])) > 0,
	facts_changed: (system, trx, payment) => endUnsent(system, trx, payment, "not_sent_facts_changed"),
	approvals_missing: (system, trx, payment, { lapsed }) =>
		returnToApproval(
			system,
			trx,
			payment,
			lapsed.length === 0
				? { event: "approvals_missing" }
				: { event: "approvals_lapsed", details: { people: [...lapsed] } },
		),
	signature_missing: (system, trx, payment) => returnToApproval(system, trx, payment, { event: "signature_missing" }),
	duplicate_since: (system, trx, payment) => returnToApproval(system, trx, payment, { event: "duplicate_since" }),
	// The payout leaves in a later round of the worker, once its number is unblocked.
	number_blocked: async () => true,
	new_number_rests: (_system, trx, payment, { kind, until }) => waitUntil(trx, payment, { until, kind }),
	// Resuming the batch wakes its payouts.
	batch_paused: async () => true,
	over_limit: (system, trx, payment) => endUnsent(system, trx, payment, "not_sent_over_limit"),
	limit_reached: (_system, trx, payment, { kind, until }) => waitUntil(trx, payment, { until, kind }),
	disk_unwritable: null,
	service_away: null,
	service_busy: null,
	balance_unread: null,
	balance_low: null,
};

/** Handles the obstacle. If this payout ended or waits for a reason of its own, wakes others. `gone`: the payment changed meanwhile. */
export async function meetObstacle(
	system: SystemContext,
	payment: PaymentRow,
	obstacle: Obstacle,
): Promise<SendObstacle | "gone"> {
	if (obstacle.kind === "turn_awaited") await addSendJob(system.database, payment, obstacle.afterMs);
	const step = AFTER[obstacle.kind] as Step<SendObstacle> | null;
	if (!step) return obstacle.kind;
	return system.database.transaction().execute(async (trx) => {
		if (!(await step(system, trx, payment, obstacle as never))) return "gone";
		if (payment.kind === "payout") await wakePayouts(trx, payment, system.config.payoutLanes);
		return obstacle.kind;
	});
}

/** Keeps the approvals, except when they are unsigned or when there is a new duplicate that the approvers have not seen. */
async function returnToApproval(
	{ clock }: SystemContext,
	trx: DatabaseTransaction,
	payment: PaymentRow,
	content: EventContent,
): Promise<boolean> {
	const at = clock.now();
	const set = { approver_id: null, approved_facts: null };
	// An approver who read the batch before has not seen that this row waits too. The batch is locked before its payouts, as everywhere.
	if (payment.batch_id !== null)
		await sql`update batch set version = version + 1 where id = ${payment.batch_id}`.execute(trx);
	const moved = await movePayment(trx, at, payment, { ...content, to: "awaiting_approval", by: "cauri", set });
	if (moved && (content.event === "duplicate_since" || content.event === "signature_missing"))
		await voidDecisions(trx, at, [moved]);
	return moved !== null;
}

async function endUnsent(
	{ clock }: SystemContext,
	trx: DatabaseTransaction,
	payment: PaymentRow,
	event: "not_sent_facts_changed" | "not_sent_over_limit",
): Promise<boolean> {
	await lockPayments(trx, [payment]);
	// If the wallet has become unproved meanwhile, the payout may have left, so it must not end as not sent.
	if (payment.kind === "payout" && !(await isWalletProved(trx, payment))) return false;
	return (await movePayment(trx, clock.now(), payment, { to: "not_sent", event, by: "cauri" })) !== null;
}

async function waitUntil(
	trx: DatabaseTransaction,
	{ id, version }: PaymentRow,
	{ until, kind }: { until: Date; kind: OwnWait },
): Promise<boolean> {
	const waiting = await trx
		.updateTable("payment")
		.set({ waits_until: until, waits_for: kind })
		.where("id", "=", id)
		.where("version", "=", version)
		.where("state", "=", "approved")
		.returning("id")
		.executeTakeFirst();
	if (waiting) await publishUpdate(trx, { topic: "payments", id });
	return waiting !== undefined;
}

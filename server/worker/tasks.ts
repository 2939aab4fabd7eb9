import type { TaskList } from "graphile-worker";
import { auditFailures } from "#server/access/guard/failed-sign-in-audit.ts";
import { purgeDelays } from "#server/access/guard/sign-in-delay.ts";
import { mailObjection } from "#server/change-requests/mail-objection.ts";
import type { SystemContext } from "#server/context.ts";
import type { Heartbeat } from "#server/continuity/heartbeat.ts";
import { mailInvitation } from "#server/invitations/mail-invitation.ts";
import { openMailer } from "#server/mail/mailer.ts";
import { mailNotice } from "#server/notices/mail-notice.ts";
import { sendPayment } from "#server/payments/send/send-payment.ts";
import { checkPayment } from "#server/payments/watch/check-payment.ts";
import { queueReconciliation } from "#server/reconciliation/queue-reconciliation.ts";
import { runReconciliation } from "#server/reconciliation/reconcile-wallet.ts";
import { JOBS, type Jobs } from "#server/store/job-queue.ts";
import { traced } from "#server/tracing/traced.ts";
import { traceOf } from "#server/tracing/traceparent.ts";
import { lookUpImported } from "#server/transactions/look-up-imported.ts";
import { keepBalance } from "#server/wallets/keep-balance.ts";
import { runMovementSync } from "#server/wallets/run-movement-sync.ts";

/** Sending has its own job runner, so that checks and syncs of a slow service never delay a payout. */
export function sendingTasks(system: SystemContext, heartbeat: Heartbeat) {
	const { workerId } = heartbeat;
	return taskList({
		async send_payment({ paymentId }) {
			const result = await sendPayment(system, { paymentId, workerId, heartbeat });
			system.log.info({ event: "send_payment", payment: paymentId, result });
		},
	});
}

export function watchingTasks(system: SystemContext) {
	const mailer = openMailer(system.config);
	return taskList({
		mail_notice: (job) => mailNotice(system, mailer, job),
		mail_objection: (job) => mailObjection(system, mailer, job),
		mail_invitation: (job) => mailInvitation(system, mailer, job),
		check_payment: (job) => checkPayment(system, job),
		async sync_movements(job) {
			const result = await runMovementSync(system, job);
			// The job is queued even without new lines: payments may be new, and the time in which a payment's line may come may have ended.
			if (result?.fault === null) await queueReconciliation(system.database, job.currency, { patient: true });
		},
		read_balance: (job) => keepBalance(system, job),
		reconcile_wallet: (job) => runReconciliation(system, job),
		async look_up_imports() {
			if ((await lookUpImported(system)) === 0) return;
			// An imported transaction that was found may explain lines, even in a wallet whose movements have not changed.
			for (const currency of system.config.walletCurrencies)
				await queueReconciliation(system.database, currency, { patient: true });
		},
		async tell_guesses() {
			await auditFailures(system);
			await purgeDelays(system.database, system.clock.now());
		},
	});
}

/** Runs each job in a span below the request or job that added it. The schema drops the trace from the payload. */
function taskList(tasks: { [Name in keyof Jobs]?: (job: Jobs[Name]) => Promise<unknown> }): TaskList {
	const asSpans = Object.entries(tasks).map(([name, task]) => [
		name,
		(payload: unknown) =>
			traced({ kind: "consumer", name, parent: traceOf(payload) }, async () => {
				await task(JOBS[name as keyof Jobs].parse(payload) as never);
			}),
	]);
	return Object.fromEntries(asSpans);
}

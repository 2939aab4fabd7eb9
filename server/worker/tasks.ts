/** Maps each job to its function. The names are those of server/store/queue.ts. */
import { type ParsedCronItem, parseCronItems, type TaskList } from "graphile-worker";
import { z } from "zod";
import { tellGuesses } from "#server/access/guard/guess-record.ts";
import { purgeDelays } from "#server/access/guard/sign-in-delay.ts";
import { mailObjection } from "#server/change-requests/mail-objection.ts";
import type { SystemContext } from "#server/context.ts";
import type { Heartbeat } from "#server/continuity/heartbeat.ts";
import { mailInvitation } from "#server/invitations/mail-invitation.ts";
import { openMailer } from "#server/mail/mailer.ts";
import { mailNotice } from "#server/notices/mail-notice.ts";
import { sendPayment } from "#server/payments/send/send-payment.ts";
import { checkPayment } from "#server/payments/watch/check-payment.ts";
import { askReconciliation } from "#server/reconciliation/ask-reconciliation.ts";
import { runReconciliation } from "#server/reconciliation/run-reconciliation.ts";
import type { Jobs } from "#server/store/queue.ts";
import { traced } from "#server/tracing/traced.ts";
import { traceOf } from "#server/tracing/traceparent.ts";
import { lookUpImported } from "#server/transactions/look-up-imported.ts";
import { keepBalance } from "#server/wallets/keep-balance.ts";
import { runMovementSync } from "#server/wallets/run-movement-sync.ts";

const ofPayment = z.object({ paymentId: z.string() });
const toSync = z.object({
	currency: z.string(),
	asked: z.boolean().optional(),
	since: z.string().optional(),
	regular: z.boolean().optional(),
});
const ofNotice = z.object({ noticeId: z.string() });
const ofObjection = z.object({ changeId: z.string(), memberId: z.string() });
const ofInvitation = z.object({ invitationId: z.string(), sealed: z.string() });
const ofWallet = z.object({ currency: z.string(), asked: z.boolean().optional() });

/** Sending has its own workers, so that checks and syncs of a slow service never delay a payout. */
export function sendingTasks(system: SystemContext, heartbeat: Heartbeat) {
	const { workerId } = heartbeat;
	return taskList({
		send_payment: async (payload) => {
			const { paymentId } = ofPayment.parse(payload);
			const result = await sendPayment(system, { paymentId, workerId, heartbeat });
			system.log.info({ event: "send_payment", payment: paymentId, result });
		},
	});
}

export function watchingTasks(system: SystemContext) {
	const mailer = openMailer(system.config);
	return taskList({
		mail_notice: async (payload) => {
			await mailNotice(system, mailer, ofNotice.parse(payload));
		},
		mail_objection: async (payload) => {
			await mailObjection(system, mailer, ofObjection.parse(payload));
		},
		mail_invitation: async (payload) => {
			await mailInvitation(system, mailer, ofInvitation.parse(payload));
		},
		check_payment: async (payload) => {
			await checkPayment(system, ofPayment.parse(payload));
		},
		sync_movements: async (payload) => {
			const wallet = toSync.parse(payload) as Jobs["sync_movements"];
			const result = await runMovementSync(system, wallet);
			// Also without new lines: payments may be new, and time windows end.
			if (result?.fault === null) await askReconciliation(system.database, wallet.currency, { patient: true });
		},
		read_balance: async (payload) => {
			await keepBalance(system, ofWallet.parse(payload) as Jobs["read_balance"]);
		},
		reconcile_wallet: async (payload) => {
			await runReconciliation(system, ofWallet.parse(payload));
		},
		look_up_imports: async () => {
			if ((await lookUpImported(system)) === 0) return;
			// Found references explain lines, also those of a quiet wallet whose list rests.
			for (const currency of system.config.walletCurrencies)
				await askReconciliation(system.database, currency, { patient: true });
		},
		tell_guesses: async () => {
			await tellGuesses(system);
			await purgeDelays(system.database, system.clock.now());
		},
	});
}

/** Each job is a span, below the request or job that added it. The schemas above drop the trace from the payload. */
function taskList(tasks: { [Name in keyof Jobs]?: (payload: unknown) => Promise<void> }): TaskList {
	const asSpans = Object.entries(tasks).map(([name, task]) => [
		name,
		(payload: unknown) => traced({ kind: "consumer", name, parent: traceOf(payload) }, () => task(payload)),
	]);
	return Object.fromEntries(asSpans);
}

/** Reads balances every two minutes and movements every five; a changed payment triggers both at once. */
export function walletSchedule(currencies: readonly string[]): ParsedCronItem[] {
	return parseCronItems(
		currencies.flatMap((currency) => [
			item("read_balance", currency, "*/2 * * * *"),
			item("sync_movements", currency, "*/5 * * * *"),
		]),
	);
}

/** Checks due imported references each minute; they are not urgent. */
export function importSchedule(): ParsedCronItem[] {
	return parseCronItems([
		{
			task: "look_up_imports",
			match: "* * * * *",
			identifier: "look_up_imports",
			options: { maxAttempts: 1, backfillPeriod: 0, jobKey: "look_up_imports:regular", priority: 20 },
		},
	]);
}

/** Records an hour's password guesses soon after it ends. */
export function guessSchedule(): ParsedCronItem[] {
	return parseCronItems([
		{
			task: "tell_guesses",
			match: "*/5 * * * *",
			identifier: "tell_guesses",
			options: { maxAttempts: 1, backfillPeriod: 0, jobKey: "tell_guesses:regular", priority: 20 },
		},
	]);
}

function item(task: "read_balance" | "sync_movements", currency: string, match: string) {
	return {
		task,
		match,
		payload: { currency, regular: true },
		identifier: `${task}:${currency}`,
		options: { maxAttempts: 1, backfillPeriod: 0, jobKey: `${task}:regular:${currency}`, priority: 10 },
	};
}

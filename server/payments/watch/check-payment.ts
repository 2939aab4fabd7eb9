import { ASKABLE_STATES } from "#lib/payment-state.ts";
import type { SystemContext } from "#server/context.ts";
import { refusesKeys, ServiceError } from "#server/errors.ts";
import { planCheck } from "#server/payment-records/next-check-delay.ts";
import { readFinalFailures } from "#server/payment-records/payment-settings.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { stopForKeys } from "#server/payments/stop/stop-for-keys.ts";
import { type RecordedCheck, recordCheck } from "#server/payments/watch/record-check.ts";
import { readServiceAnswers, type ServiceAnswers } from "#server/payments/watch/service-answers.ts";
import { publishUpdate } from "#server/store/live-updates.ts";

export type CheckResult = RecordedCheck | "fault";

/** Asks the service about one payment, by GETs only, and records changes. A fault plans the next check; refused keys may stop sending. */
export async function checkPayment(system: SystemContext, { paymentId }: { paymentId: string }): Promise<CheckResult> {
	const payment = await system.database
		.selectFrom("payment")
		.selectAll()
		.where("id", "=", paymentId)
		.where("environment", "=", system.config.environment)
		.where("state", "in", ASKABLE_STATES)
		.executeTakeFirst();
	const reference = payment?.reference ?? payment?.hint_reference;
	// A hint is asked about only while a check is planned: not after it was set aside, nor of a payment that people review.
	if (!payment || !reference || (payment.reference === null && payment.next_check_at === null)) return "skipped";
	let answers: ServiceAnswers | null;
	try {
		answers = await readServiceAnswers(system.service, reference);
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		await recordFault(system, payment, error);
		if (refusesKeys(error.status)) await stopForKeys(system, payment);
		return "fault";
	}
	const finalFailures = await readFinalFailures(system.database);
	return recordCheck(system, payment, answers, finalFailures);
}

async function recordFault(system: SystemContext, payment: PaymentRow, error: ServiceError): Promise<void> {
	const at = system.clock.now();
	const { code, words, retryAfterSeconds } = error;
	await system.database.transaction().execute(async (trx) => {
		const row = await trx
			.updateTable("payment")
			.set((of) => ({ checks: of("checks", "+", 1), check_cause: code, check_words: words ?? null }))
			.where("id", "=", payment.id)
			.where("version", "=", payment.version)
			.returningAll()
			.executeTakeFirst();
		if (!row) return;
		await planCheck(trx, at, row, { fault: true, retryAfterSeconds: retryAfterSeconds ?? null });
		const isOther = row.check_cause !== payment.check_cause || row.check_words !== payment.check_words;
		if (isOther) await publishUpdate(trx, { topic: "payments", id: payment.id });
	});
}

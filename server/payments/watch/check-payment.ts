import { ASKABLE_STATES } from "#lib/payment-state.ts";
import type { SystemContext } from "#server/context.ts";
import { refusesKeys, ServiceError } from "#server/errors.ts";
import { readFinalFailures } from "#server/payments/payment-settings.ts";
import type { PaymentRow } from "#server/payments/payment-summary.ts";
import { planCheck } from "#server/payments/plan-check.ts";
import { stopSending } from "#server/payments/stop/sending-stop.ts";
import { type RecordedCheck, recordCheck } from "#server/payments/watch/record-check.ts";
import { readServiceAnswers, type ServiceAnswers } from "#server/payments/watch/service-answers.ts";
import { tellChange } from "#server/store/changes.ts";

export type CheckResult = RecordedCheck | "fault";

/**
 * Asks the service about one payment and writes down what changed. Only GETs: safe at any time and any number of times.
 * A service fault only plans the next check.
 */
export async function checkPayment(system: SystemContext, { paymentId }: { paymentId: string }): Promise<CheckResult> {
	const payment = await system.database
		.selectFrom("payment")
		.selectAll()
		.where("id", "=", paymentId)
		.where("environment", "=", system.config.environment)
		.where("state", "in", ASKABLE_STATES)
		.executeTakeFirst();
	const reference = payment?.reference ?? payment?.hint_reference;
	if (!payment || !reference || (payment.state === "needs_review" && payment.reference === null)) return "skipped";
	let answers: ServiceAnswers | null;
	try {
		answers = await readServiceAnswers(system.service, reference);
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		await recordFault(system, payment, error);
		return "fault";
	}
	const finalFailures = await readFinalFailures(system.database);
	return recordCheck(system, payment, answers, finalFailures);
}

/** The old word stands; what went wrong is kept beside it. */
async function recordFault(system: SystemContext, payment: PaymentRow, error: ServiceError): Promise<void> {
	const at = system.clock.now();
	const { code, words, status, retryAfterSeconds } = error;
	await system.database.transaction().execute(async (trx) => {
		const row = await trx
			.updateTable("payment")
			.set((of) => ({
				checks: of("checks", "+", 1),
				...(payment.state === "pending" ? { look_cause: code, look_words: words ?? null } : {}),
			}))
			.where("id", "=", payment.id)
			.where("version", "=", payment.version)
			.returningAll()
			.executeTakeFirst();
		if (refusesKeys(status)) await stopSending(trx, at, { httpStatus: status, paymentId: payment.id });
		if (!row) return;
		await planCheck(trx, at, row, { fault: true, retryAfterSeconds: retryAfterSeconds ?? null });
		const isOther = row.look_cause !== payment.look_cause || row.look_words !== payment.look_words;
		if (isOther) await tellChange(trx, { topic: "payments", id: payment.id });
	});
}

/** Never discards an answer (I15): when this database lacks its attempt, the answer is kept for people. */
import type { SystemContext } from "#server/context.ts";
import type { AttemptOutcome } from "#server/payments/send/attempt-outcome.ts";
import type { Permit } from "#server/payments/send/take-permit.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { publishChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/**
 * Called when the attempt could not be closed. `known`: it has its answer already, or this proves that nothing was sent. `kept`:
 * the database was restored to before the permit, so the answer moves no payment, whatever its state here.
 */
export async function keepUnlessKnown(
	system: SystemContext,
	trx: DatabaseTransaction,
	permit: Permit,
	outcome: AttemptOutcome,
): Promise<"known" | "kept"> {
	// A permit that was never committed is closed like this too.
	if (outcome.state === "not_sent") return "known";
	const attempt = await trx
		.selectFrom("attempt")
		.select("answered_at")
		.where("id", "=", permit.attemptId)
		.where("payment_id", "=", permit.paymentId)
		.executeTakeFirst();
	if (attempt?.answered_at) return "known";
	return (await insertAnswer(system, trx, permit, outcome)) ? "kept" : "known";
}

async function insertAnswer(
	{ clock, config, log }: SystemContext,
	trx: DatabaseTransaction,
	{ attemptId, paymentId, workerId }: Permit,
	outcome: AttemptOutcome,
): Promise<boolean> {
	const at = clock.now();
	const { state, reference, hintReference, httpStatus, excerpt } = outcome;
	const { details } = outcome.content;
	const fault = "words" in details ? details : { cause: "cause" in details ? details.cause : null, words: null };
	const inserted = await trx
		.insertInto("orphan_answer")
		.values({
			...{ attempt_id: attemptId, payment_id: paymentId, worker_id: workerId, environment: config.environment },
			...{ state, reference, hint_reference: hintReference, service_status: outcome.serviceStatus },
			...{ http_status: httpStatus, cause: fault.cause, words: fault.words, excerpt },
			...{ answered_at: new Date(outcome.answeredAt), kept_at: at },
		})
		.onConflict((conflict) => conflict.column("attempt_id").doNothing())
		.returning("attempt_id")
		.executeTakeFirst();
	if (!inserted) return false;
	const named = reference ?? hintReference;
	log.error({ event: "answer_without_attempt", payment: paymentId, attempt: attemptId, state, reference: named });
	await recordAudit(trx, {
		at,
		memberId: null,
		action: "transaction.answer_kept",
		subjectKind: "transaction",
		subjectId: named,
		details: { payment: paymentId, attempt: attemptId, state, ...(named ? { reference: named } : {}) },
	});
	await publishChange(trx, { topic: "imports", id: null });
	return true;
}

import { type Payment, referenceResolutionSchema } from "#lib/contracts/payment.ts";
import { isReference } from "#lib/paths.ts";
import { awaitsReference, contradictions, type PaymentKind } from "#lib/payment-state.ts";
import { recheckPermission } from "#server/access/recheck-permission.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError, appErrorOf, ServiceError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";
import { type Move, movePayment } from "#server/payment-records/move-payment.ts";
import { planCheck } from "#server/payment-records/next-check-delay.ts";
import { readFinalFailures } from "#server/payment-records/payment-settings.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import { requireResolutionProof } from "#server/payments/resolve/give-verdicts.ts";
import { judgeAnswers, withWindow } from "#server/payments/watch/record-check.ts";
import { isTakenReference, placeTransaction } from "#server/payments/watch/reference-window.ts";
import { readServiceAnswers, type ServiceAnswers } from "#server/payments/watch/service-answers.ts";

export interface FoundReference {
	kind: PaymentKind;
	id: string;
	reference: string;
	version: number;
}

/**
 * Attaches a reference that the service confirms, if its transaction is within the payment's window; else two people resolve the
 * payment. Throws forbidden, not_found, stale_version, step_up_needed, the service's faults, and invalid_input (`fields.reference`:
 * invalid, reference_not_found, reference_differs, reference_older, reference_later, reference_undated, reference_taken).
 */
export async function attachReference(context: Context, input: FoundReference): Promise<Payment> {
	requirePermission(context, "payout.resolve");
	const { kind, id, ...body } = input;
	const { reference, version } = parseInput(referenceResolutionSchema, body);
	if (!isReference(reference)) throw badReference("invalid");
	const payment = await readUnknown(context, { kind, id, version });
	const answers = await askService(context, reference);
	await requireOurs(context, payment, answers);
	await attach(context, payment, answers);
	return readPayment(context, { kind, id });
}

async function readUnknown(
	context: Context,
	{ kind, id, version }: Omit<FoundReference, "reference">,
): Promise<PaymentRow> {
	const row = await context.database
		.selectFrom("payment")
		.selectAll()
		.where("id", "=", id)
		.where("kind", "=", kind)
		.executeTakeFirstOrThrow(() => new AppError("not_found", `no ${kind} with this id`));
	const fits = awaitsReference(row.state) && row.version === version && row.environment === context.config.environment;
	if (!fits) throw new AppError("stale_version", `the ${kind} is ${row.state} now`, { fields: { state: row.state } });
	return row;
}

async function askService(context: Context, reference: string): Promise<ServiceAnswers> {
	try {
		const answers = await readServiceAnswers(context.service, reference);
		if (answers) return answers;
	} catch (error) {
		throw error instanceof ServiceError ? appErrorOf(error) : error;
	}
	throw badReference("reference_not_found");
}

async function requireOurs({ database }: Context, payment: PaymentRow, answers: ServiceAnswers): Promise<void> {
	const { answer, detail, createdAt } = answers;
	const differs = [answer, ...(detail ? [detail] : [])].some((each) => contradictions(payment, each).length > 0);
	if (differs) throw badReference("reference_differs");
	const placed = await placeTransaction(database, payment, createdAt);
	if (placed !== "within") throw badReference(`reference_${placed}`);
}

async function attach(context: Context, payment: PaymentRow, answers: ServiceAnswers): Promise<void> {
	const at = context.clock.now();
	const finalFailures = await readFinalFailures(context.database);
	const { move } = judgeAnswers(payment, answers, finalFailures, at);
	if (!move) throw new Error("a confirmed reference must move an unknown payment");
	const by = { member: context.member.id };
	const { reference, status } = answers.answer;
	const details = { reference, status };
	const attached: Move = { event: "reference_attached", by, details, to: move.to, set: move.set };
	try {
		await context.database.transaction().execute(async (trx) => {
			// The payment is locked before the member, as everywhere.
			await trx.selectFrom("payment").select("id").where("id", "=", payment.id).forUpdate().executeTakeFirst();
			await recheckPermission(context, trx, "payout.resolve");
			await requireResolutionProof(context, trx, [{ payment, verdict: { reference: answers.answer.reference } }]);
			const moved = await movePayment(trx, at, payment, await withWindow(trx, payment, attached));
			if (!moved) throw new AppError("stale_version", "somebody changed the payment meanwhile");
			await planCheck(trx, at, moved);
		});
	} catch (error) {
		throw isTakenReference(error) ? badReference("reference_taken") : error;
	}
}

function badReference(fault: string): AppError {
	return new AppError("invalid_input", `reference: ${fault}`, { fields: { reference: fault } });
}

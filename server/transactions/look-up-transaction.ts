import type { Transaction } from "#lib/contracts/transaction.ts";
import { isReference } from "#lib/paths.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError, appErrorOf, ServiceError } from "#server/errors.ts";
import { readFinalFailures } from "#server/payment-records/payment-settings.ts";
import { type EndpointAnswer, mergeAnswers } from "#server/transactions/merge-answers.ts";

/**
 * Asks three endpoints of the service at once about a reference, and adds it to `listRecentLookups`. Returns null if no endpoint knows it.
 * Throws AppError: `invalid_input` (the service was not asked), or why the service could not be asked or read.
 */
export async function lookUpTransaction(
	context: Context,
	{ reference }: { reference: string },
): Promise<Transaction | null> {
	requirePermission(context, "transaction.read");
	if (!isReference(reference)) {
		throw new AppError("invalid_input", "malformed reference", { fields: { reference: "invalid" } });
	}
	const { service } = context;
	// Waits for all answers, so that the error does not depend on which one comes first.
	const settled = await Promise.allSettled([
		answerOf(service.readDetail(reference)),
		answerOf(service.readHistory(reference)),
		answerOf(service.readStatus(reference)),
	]);
	const [detail, history, status] = [fulfilled(settled[0]), fulfilled(settled[1]), fulfilled(settled[2])];
	const merged = mergeAnswers(reference, { detail, history, status }, await readFinalFailures(context.database));
	if (merged === null && (detail ?? history ?? status) !== null) {
		throw new AppError("service_unreadable", "the service answered only about other transactions");
	}
	await remember(context, reference, merged !== null);
	if (merged === null) return null;
	const payment = await paymentOf(context, reference);
	return { ...merged, fetchedAt: context.clock.now().toISOString(), payment };
}

/** For an answer about another transaction, returns that one's reference. Throws any other error, which the other answers would hide. */
async function answerOf<Answer>(call: Promise<Answer | null>): Promise<EndpointAnswer<Answer>> {
	try {
		return await call;
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		if (error.contradiction && error.hintReference !== undefined) return { foreign: error.hintReference };
		throw appErrorOf(error);
	}
}

function fulfilled<Answer>(settled: PromiseSettledResult<Answer>): Answer {
	if (settled.status === "rejected") throw settled.reason;
	return settled.value;
}

async function remember(context: Context, reference: string, found: boolean): Promise<void> {
	const lookup = { found, looked_up_at: context.clock.now() };
	await context.database
		.insertInto("lookup")
		.values({ member_id: context.member.id, environment: context.config.environment, reference, ...lookup })
		.onConflict((conflict) => conflict.columns(["member_id", "environment", "reference"]).doUpdateSet(lookup))
		.execute();
}

async function paymentOf(context: Context, reference: string): Promise<Transaction["payment"]> {
	const row = await context.database
		.selectFrom("payment")
		.select(["id", "kind", "state"])
		.where("environment", "=", context.config.environment)
		.where("reference", "=", reference)
		.executeTakeFirst();
	return row ?? null;
}

import { z } from "zod";
import type { Asked } from "#lib/contracts/change-request.ts";
import type { FinalFailureChange } from "#lib/contracts/service-record.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { GuardedChange } from "#server/guarded-changes/guarded-change.ts";
import { proposeChange } from "#server/guarded-changes/propose-change.ts";
import { keepSetting } from "#server/guarded-changes/record-change.ts";
import { readFinalFailures } from "#server/payment-records/payment-settings.ts";
import { addCheckJobs } from "#server/payment-records/send-job.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** The specification shows these two statuses; neither is ever a failure. */
const NEVER = new Set(["success", "pending"]);

export const finalFailure: GuardedChange<{ listed: boolean }> = {
	kind: "final_failure",
	schema: z.object({ listed: z.boolean() }),
	read: async (trx, { subject }) => ({ listed: (await readFinalFailures(trx)).has(subject) }),
	async write(trx, { subject: status, after: { listed } }, step) {
		const others = [...(await readFinalFailures(trx))].filter((word) => word !== status);
		const statuses = listed ? [...others, status].sort() : others;
		const action = listed ? "setting.final_failure_listed" : "setting.final_failure_unlisted";
		await keepSetting(trx, { name: "final_failures", value: { statuses }, action, details: { status } }, step);
		if (listed) await checkAgain(trx, status);
	},
};

/** Checks pending payments with this status again; the service's current answer decides. */
async function checkAgain(trx: DatabaseTransaction, status: string): Promise<void> {
	const open = await trx
		.selectFrom("payment")
		.select(["id", "state"])
		.where("state", "=", "pending")
		.where("service_status", "=", status)
		.execute();
	await addCheckJobs(
		trx,
		open.map((payment) => ({ payment })),
	);
}

/**
 * Lists a status of the service as a final failure, with a second admin's confirmation, or removes it from the list at once.
 * Accepts only statuses that the service has sent. Listing checks the pending payments with this status again. Throws forbidden,
 * invalid_input (fields status, confirmation), change_waits.
 */
export async function changeFinalFailure(
	context: Context,
	{ status, listed, confirmation }: FinalFailureChange,
): Promise<{ statuses: string[] } | Asked> {
	if (NEVER.has(status)) throw fault("status", "never_final_failure");
	if (confirmation !== status) throw fault("confirmation", "not_the_same");
	const asked = await proposeChange(context, finalFailure, async (trx) => {
		if (listed) await requireListable(trx, status);
		return { subject: status, after: { listed } };
	});
	return asked ?? { statuses: [...(await readFinalFailures(context.database))] };
}

async function requireListable(trx: DatabaseTransaction, status: string): Promise<void> {
	const known = await readFinalFailures(trx);
	if (!known.has(status) && !(await wasReported(trx, status))) throw fault("status", "never_said");
}

function fault(field: string, key: string): AppError {
	return new AppError("invalid_input", `${field}: ${key}`, { fields: { [field]: key } });
}

async function wasReported(trx: DatabaseTransaction, status: string): Promise<boolean> {
	const seen = await trx
		.selectFrom("observation")
		.select("value")
		.where("kind", "=", "status")
		.where("value", "=", status)
		.executeTakeFirst();
	if (seen) return true;
	const payment = await trx
		.selectFrom("payment")
		.select("id")
		.where("service_status", "=", status)
		.limit(1)
		.executeTakeFirst();
	return payment !== undefined;
}

/** A word of the service, listed as a final failure or not any more: the row, and what stands at the word is looked at again. */
import type { ChangeStep } from "#server/change-requests/ask/change-step.ts";
import { readFinalFailures } from "#server/payments/payment-settings.ts";
import { addCheckJob } from "#server/payments/send-job.ts";
import { keepSetting } from "#server/settings/keep-setting.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

const SETTING = "final_failures";

export async function keepFinalFailure(
	trx: DatabaseTransaction,
	{ status, listed }: { status: string; listed: boolean },
	step: ChangeStep,
): Promise<string[]> {
	const before = await readFinalFailures(trx);
	const statuses = listed ? [...before, status].sort() : [...before].filter((word) => word !== status);
	const action = listed ? "setting.final_failure_listed" : "setting.final_failure_unlisted";
	await keepSetting(trx, { name: SETTING, value: { statuses }, action, details: { status } }, step);
	if (listed) await lookAgain(trx, status);
	return statuses;
}

/** What the service says now decides, not what it said once. */
async function lookAgain(trx: DatabaseTransaction, status: string): Promise<void> {
	const open = await trx
		.selectFrom("payment")
		.select(["id", "state"])
		.where("state", "=", "pending")
		.where("service_status", "=", status)
		.execute();
	for (const payment of open) await addCheckJob(trx, payment);
}

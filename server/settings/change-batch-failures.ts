import type { Asked } from "#lib/contracts/change-request.ts";
import { type BatchFailureRule, batchFailureRuleSchema } from "#lib/contracts/payout-rule.ts";
import type { Context } from "#server/context.ts";
import { differences, type GuardedChange } from "#server/guarded-changes/guarded-change.ts";
import { proposeChange } from "#server/guarded-changes/propose-change.ts";
import { keepSetting } from "#server/guarded-changes/record-change.ts";
import { readBatchFailureRule } from "#server/payment-records/payment-settings.ts";

const NAME = "batch_failures";

export const batchFailures: GuardedChange<BatchFailureRule> = {
	kind: "batch_failures",
	schema: batchFailureRuleSchema,
	read: readBatchFailureRule,
	async write(trx, { before, after }, step) {
		const details = differences(before, after);
		await keepSetting(trx, { name: NAME, value: after, action: "setting.batch_failures_changed", details }, step);
	},
};

/**
 * Sets how much of a batch may fail before the rest waits for an approver; applies to batches that are requested from now on. A smaller
 * share takes effect at once, a larger one needs a second admin. Throws forbidden, change_waits.
 */
export async function changeBatchFailures(
	context: Context,
	after: BatchFailureRule,
): Promise<BatchFailureRule | Asked> {
	return (await proposeChange(context, batchFailures, () => ({ subject: NAME, after }))) ?? after;
}

import { batchFailureRuleSchema } from "#lib/contracts/payout-rule.ts";
import { changeTo } from "#server/guarded-changes/propose-change.ts";
import { guardedSetting } from "#server/guarded-changes/record-change.ts";
import { readBatchFailureRule } from "#server/payment-records/payment-settings.ts";

export const batchFailures = guardedSetting("batch_failures", "setting.batch_failures_changed", {
	kind: "batch_failures",
	schema: batchFailureRuleSchema,
	read: readBatchFailureRule,
});

/**
 * Sets how much of a batch may fail before the rest waits for an approver; applies to batches that are requested from now on. A smaller
 * share takes effect at once, a larger one needs a second admin. Throws forbidden, change_waits.
 */
export const changeBatchFailures = changeTo(batchFailures);

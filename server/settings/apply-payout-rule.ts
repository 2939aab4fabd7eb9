import { AMOUNT_FIELDS } from "#lib/contracts/payout-rule.ts";
import type { ApplyChange } from "#server/change-requests/ask/change-step.ts";
import { readPayoutRule } from "#server/payments/rules/payout-rule.ts";
import { keepPayoutRule } from "#server/settings/keep-payout-rule.ts";

/** Limits and approvers as they were asked for, if those of then still stand. */
export const applyPayoutRule: ApplyChange = async (_system, trx, { subject, before, after }, step) => {
	const now = await readPayoutRule(trx, subject);
	if (AMOUNT_FIELDS.some((field) => now[field] !== before[field])) return "void";
	const wanted = { ...now };
	for (const field of AMOUNT_FIELDS) Object.assign(wanted, { [field]: after[field] });
	return (await keepPayoutRule(trx, now, wanted, step)) ? "done" : "void";
};

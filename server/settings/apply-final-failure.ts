import type { ApplyChange } from "#server/change-requests/ask/change-step.ts";
import { readFinalFailures } from "#server/payments/payment-settings.ts";
import { keepFinalFailure } from "#server/settings/keep-final-failure.ts";

/** The word, unless it is listed already. */
export const applyFinalFailure: ApplyChange = async (_system, trx, { subject: status }, step) => {
	if ((await readFinalFailures(trx)).has(status)) return "void";
	await keepFinalFailure(trx, { status, listed: true }, step);
	return "done";
};

/** Who writes which change: the closed list of kinds, each with the step of its own room. */
import type { ChangeKind } from "#lib/contracts/change-request.ts";
import type { ApplyChange } from "#server/change-requests/ask/change-step.ts";
import { applyMemberAdded } from "#server/members/apply-member-added.ts";
import { applyMemberChanged } from "#server/members/apply-member-changed.ts";
import { applyAcknowledgement } from "#server/payments/stop/apply-acknowledgement.ts";
import { applySecondFactorPolicy } from "#server/second-factor/apply-policy.ts";
import { applySecondFactorReset } from "#server/second-factor/enrol/apply-reset.ts";
import { applyFinalFailure } from "#server/settings/apply-final-failure.ts";
import { applyPaymentExpiry } from "#server/settings/apply-payment-expiry.ts";
import { applyPayoutRule } from "#server/settings/apply-payout-rule.ts";
import { applyPasswordRules } from "#server/single-sign-on/apply-password-rules.ts";

const STEPS: Record<ChangeKind, ApplyChange> = {
	payout_rule: applyPayoutRule,
	payment_expiry: applyPaymentExpiry,
	final_failure: applyFinalFailure,
	member_added: applyMemberAdded,
	member_changed: applyMemberChanged,
	database_doubt: applyAcknowledgement,
	second_factor_reset: applySecondFactorReset,
	second_factor_policy: applySecondFactorPolicy,
	password_sign_in: applyPasswordRules,
};

export const applyChange: ApplyChange = (system, trx, row, step) => STEPS[row.kind](system, trx, row, step);

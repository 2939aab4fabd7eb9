/** The closed list of changes that a second admin confirms. Each folder describes its own kinds. */
import type { ChangeKind } from "#lib/change-kinds.ts";
import { walletAnswer } from "#server/continuity/answer-wallet.ts";
import { forgottenPermitsClosed } from "#server/continuity/close-forgotten-permits.ts";
import type { GuardedChange } from "#server/guarded-changes/guarded-change.ts";
import { memberAddition } from "#server/members/add-member.ts";
import { memberChange } from "#server/members/change-member.ts";
import { mismatchAcknowledgement } from "#server/payments/stop/acknowledge-mismatch.ts";
import { sendingResumption } from "#server/payments/stop/resume-sending.ts";
import { serviceAddress } from "#server/payments/stop/service-address.ts";
import { numberUnblocking } from "#server/recipients/unblock-number.ts";
import { secondFactorReset } from "#server/second-factor/enrol/reset-second-factor.ts";
import { secondFactorPolicy } from "#server/second-factor/read-policy.ts";
import { batchFailures } from "#server/settings/change-batch-failures.ts";
import { finalFailure } from "#server/settings/change-final-failure.ts";
import { newNumbers } from "#server/settings/change-new-numbers.ts";
import { operatorEdit } from "#server/settings/change-operator.ts";
import { paymentExpiry } from "#server/settings/change-payment-expiry.ts";
import { payoutRule } from "#server/settings/change-payout-rule.ts";
import { sharedWallet } from "#server/settings/change-shared-wallet.ts";
import { passwordSignIn } from "#server/single-sign-on/change-sign-in-rules.ts";
import { statementReopening } from "#server/statements/reopen-month.ts";

export const CHANGE_REGISTRY: Record<ChangeKind, GuardedChange> = {
	payout_rule: payoutRule,
	payment_expiry: paymentExpiry,
	final_failure: finalFailure,
	operator_changed: operatorEdit,
	number_unblocked: numberUnblocking,
	new_numbers: newNumbers,
	batch_failures: batchFailures,
	wallet_shared: sharedWallet,
	member_added: memberAddition,
	member_changed: memberChange,
	wallet_answered: walletAnswer,
	database_mismatch: mismatchAcknowledgement,
	service_address: serviceAddress,
	forgotten_permits_closed: forgottenPermitsClosed,
	statement_reopened: statementReopening,
	sending_resumed: sendingResumption,
	second_factor_reset: secondFactorReset,
	second_factor_policy: secondFactorPolicy,
	password_sign_in: passwordSignIn,
};

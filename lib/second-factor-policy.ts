/** Who must have a second factor. Pure. */
import type { SecondFactorRules } from "#lib/contracts/second-factor.ts";
import { may, type Role } from "#lib/roles.ts";
import { SECOND_FACTOR_POLICIES, type SecondFactorPolicy } from "#lib/second-factor-policies.ts";

/** Of a new desk, and wherever the setting cannot be read: a fault never opens a door. */
export const DEFAULT_RULES: SecondFactorRules = { policy: "approvers", passwordless: true };

/** Of the setting's value. */
export function readRules(value: unknown): SecondFactorRules {
	if (typeof value !== "object" || value === null || !("policy" in value)) return DEFAULT_RULES;
	const policy = SECOND_FACTOR_POLICIES.find((each) => each === value.policy);
	return policy === undefined
		? DEFAULT_RULES
		: { policy, passwordless: !("passwordless" in value) || value.passwordless === true };
}

/** `approvers`: all who decide about payouts, admins among them. */
export function demandsFactor(policy: SecondFactorPolicy, role: Role): boolean {
	return policy === "everybody" || (policy === "approvers" && may(role, "payout.decide"));
}

/** Fewer people would have to have one, or fewer steps be asked of them. */
export function isLooser(now: SecondFactorRules, next: SecondFactorRules): boolean {
	return (
		SECOND_FACTOR_POLICIES.indexOf(next.policy) < SECOND_FACTOR_POLICIES.indexOf(now.policy) ||
		(next.passwordless && !now.passwordless)
	);
}

import type { SecondFactorRules } from "#lib/contracts/second-factor.ts";
import { SECOND_FACTOR_POLICIES, type SecondFactorPolicy } from "#lib/members/second-factor-policies.ts";
import { may, type Role } from "#lib/roles.ts";

/** Applies to a new desk and when the setting cannot be read, so that a fault never switches the second factor off. */
export const DEFAULT_RULES: SecondFactorRules = { policy: "approvers", passwordless: true };

export function readRules(value: unknown): SecondFactorRules {
	if (typeof value !== "object" || value === null || !("policy" in value)) return DEFAULT_RULES;
	const policy = SECOND_FACTOR_POLICIES.find((each) => each === value.policy);
	return policy === undefined
		? DEFAULT_RULES
		: { policy, passwordless: !("passwordless" in value) || value.passwordless === true };
}

/** `approvers` covers all members who may decide on payouts, including admins. */
export function requiresFactor(policy: SecondFactorPolicy, role: Role): boolean {
	return policy === "everybody" || (policy === "approvers" && may(role, "payout.decide"));
}

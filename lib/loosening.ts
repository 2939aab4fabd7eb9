/** Does a change loosen what keeps one person from paying alone? Pure and total; the database repeats the judgement (migrations 0023, 0031, 0032). */
import type { PaymentExpiry, RuleAmounts } from "#lib/contracts/payout-rule.ts";
import type { SecondFactorRules } from "#lib/contracts/second-factor.ts";
import { type AmountMinor, minorOf } from "#lib/money.ts";
import type { Role } from "#lib/roles.ts";
import { isLooser } from "#lib/second-factor-policy.ts";

/** What stands, and what shall. Of a member who is not there yet: nobody who is disabled. */
export interface ChangeStates {
	payout_rule: RuleAmounts;
	payment_expiry: PaymentExpiry;
	final_failure: { listed: boolean };
	member_added: MemberRights;
	/** `password`: another one than the member's own is set; of who is disabled, it would wait for the day they come back. */
	member_changed: MemberRights & { password: boolean };
	database_doubt: { acknowledged: boolean };
	second_factor_reset: HeldFactors;
	second_factor_policy: SecondFactorRules;
	password_sign_in: PasswordRuleState;
}

export interface MemberRights {
	role: Role;
	disabled: boolean;
}

/** Whom a password lets in: everybody who has one, or one admin for emergencies. */
export type PasswordRuleState =
	| { allowed: true; emergencyMemberId: null; emergency: null }
	/** `emergency`: the name, for whoever confirms. */
	| { allowed: false; emergencyMemberId: string; emergency: string | null };

/** What a member proves beside the password. Of who is disabled as well: it counts on the day they come back. */
export interface HeldFactors {
	role: Role;
	passkeys: number;
	app: boolean;
}

/** A member who is not there yet may do as little as one who is disabled. */
export const NO_MEMBER: MemberRights = { role: "viewer", disabled: true };

type Judge<State> = (before: State, after: State) => boolean;

/** The closed list of what is judged. What comes later (another way to sign in) gets its line here. */
const JUDGES: { [Kind in keyof ChangeStates]: Judge<ChangeStates[Kind]> } = {
	payout_rule: loosensRule,
	payment_expiry: (before, after) =>
		after.payoutMinutes > before.payoutMinutes || after.depositMinutes > before.depositMinutes,
	final_failure: (before, after) => after.listed && !before.listed,
	member_added: (before, after) => rankOf(after) > rankOf(before),
	member_changed: (before, after) =>
		rankOf(after) > rankOf(before) || (after.password && Math.max(RANKS[before.role], RANKS[after.role]) > 0),
	database_doubt: (before, after) => after.acknowledged && !before.acknowledged,
	second_factor_reset: (before, after) => isGuarded(before) && !isGuarded(after),
	second_factor_policy: isLooser,
	password_sign_in: (before, after) =>
		!before.allowed && (after.allowed || after.emergencyMemberId !== before.emergencyMemberId),
};

export function loosens<Kind extends keyof ChangeStates>(
	kind: Kind,
	before: ChangeStates[Kind],
	after: ChangeStates[Kind],
): boolean {
	return JUDGES[kind](before, after);
}

/** Somebody who asks for money and somebody who agrees to it must not be the same person twice: asking counts as well. */
const RANKS: Record<Role, number> = { viewer: 0, maker: 1, approver: 2, admin: 3 };

function rankOf({ role, disabled }: MemberRights): number {
	return disabled ? 0 : RANKS[role];
}

/** Somebody with rights, whom a password alone does not open. */
function isGuarded({ role, passkeys, app }: HeldFactors): boolean {
	return RANKS[role] > 0 && (passkeys > 0 || app);
}

/** A limit or a bound that is raised or taken away, alone or beside others that are lowered. */
function loosensRule(before: RuleAmounts, after: RuleAmounts): boolean {
	const bounds = ["perPayment", "perPersonDay", "perDestinationDay", "oneApproverUpTo"] as const;
	return bounds.some((field) => isRaised(before[field], after[field])) || alone(after) > alone(before);
}

/** Null: none, so any amount. */
function isRaised(before: string | null, after: string | null): boolean {
	if (before === null) return false;
	return after === null || minorOf(after) > minorOf(before);
}

/** What needs nobody: nothing, without a cap on what one person sends in a day. */
function alone({ noApproverUpTo, perPersonDay }: RuleAmounts): AmountMinor {
	return perPersonDay === null ? 0n : minorOf(noApproverUpTo);
}

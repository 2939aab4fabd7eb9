import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CHANGE_KINDS, type ChangeKind } from "#lib/contracts/change-request.ts";
import type { RuleAmounts } from "#lib/contracts/payout-rule.ts";
import { type ChangeStates, loosens, NO_MEMBER } from "#lib/loosening.ts";
import { toDecimal } from "#lib/money.ts";
import { approversFor } from "#lib/payout-rules.ts";
import { ROLES } from "#lib/roles.ts";
import { SECOND_FACTOR_POLICIES } from "#lib/second-factor-policies.ts";

const amount = fc.bigInt({ min: 0n, max: 30n }).map((units) => toDecimal(units * 100n));
const limit = fc.option(amount);
const rule: fc.Arbitrary<RuleAmounts> = fc.record({
	perPayment: limit,
	perPersonDay: limit,
	perDestinationDay: limit,
	noApproverUpTo: amount,
	oneApproverUpTo: limit,
});
const minutes = fc.integer({ min: 5, max: 9 });
const standing = fc.record({ role: fc.constantFrom(...ROLES), disabled: fc.boolean() });
const states: { [Kind in ChangeKind]: fc.Arbitrary<ChangeStates[Kind]> } = {
	payout_rule: rule,
	payment_expiry: fc.record({ payoutMinutes: minutes, depositMinutes: minutes }),
	final_failure: fc.record({ listed: fc.boolean() }),
	member_added: standing,
	member_changed: standing.map((member) => ({ ...member, password: false })),
	database_doubt: fc.record({ acknowledged: fc.boolean() }),
	second_factor_reset: fc.record({
		role: fc.constantFrom(...ROLES),
		passkeys: fc.integer({ min: 0, max: 2 }),
		app: fc.boolean(),
	}),
	second_factor_policy: fc.record({ policy: fc.constantFrom(...SECOND_FACTOR_POLICIES), passwordless: fc.boolean() }),
	password_sign_in: fc.oneof(
		fc.constant({ allowed: true, emergencyMemberId: null, emergency: null } as const),
		fc.constantFrom("one", "two").map((id) => ({ allowed: false, emergencyMemberId: id, emergency: id }) as const),
	),
};
/** Two states that count as the same: what differs in them gives nobody anything. */
const weights: { [Kind in ChangeKind]: (state: ChangeStates[Kind]) => unknown } = {
	payout_rule: ({ noApproverUpTo, ...bounds }) => [
		...Object.values({ ...bounds, noApproverUpTo: bounds.perPersonDay === null ? "0.00" : noApproverUpTo }),
	],
	payment_expiry: Object.values,
	final_failure: Object.values,
	member_added: ({ role, disabled }) => (disabled ? "viewer" : role),
	member_changed: ({ role, disabled }) => (disabled ? "viewer" : role),
	database_doubt: Object.values,
	second_factor_reset: ({ role, passkeys, app }) => role !== "viewer" && (passkeys > 0 || app),
	second_factor_policy: ({ policy, passwordless }) => [policy, passwordless],
	password_sign_in: Object.values,
};

describe.each(CHANGE_KINDS)("a change of %s", (kind) => {
	const of = states[kind] as fc.Arbitrary<never>;
	const weigh = weights[kind] as (state: never) => unknown;

	test("to what is there already loosens nothing", () => {
		fc.assert(fc.property(of, (state) => !loosens(kind, state, state)));
	});

	test("and the way back are never both free of loosening, unless they weigh the same", () => {
		fc.assert(
			fc.property(of, of, (one, other) => {
				const isSame = JSON.stringify(weigh(one)) === JSON.stringify(weigh(other));
				expect(loosens(kind, one, other) || loosens(kind, other, one)).toBe(!isSame);
			}),
			{ numRuns: 500 },
		);
	});

	test("that is taken in steps loosens in one of them at least, if it does at once", () => {
		fc.assert(
			fc.property(of, of, of, (one, between, other) => {
				if (!loosens(kind, one, other)) return;
				expect(loosens(kind, one, between) || loosens(kind, between, other)).toBe(true);
			}),
			{ numRuns: 500 },
		);
	});
});

describe("of a payout rule", () => {
	test("every change by which fewer people approve some amount, or a larger one fits a limit, loosens", () => {
		const bounds = ["perPayment", "perPersonDay", "perDestinationDay"] as const;
		fc.assert(
			fc.property(rule, rule, fc.bigInt({ min: 1n, max: 3_200n }), (before, after, minor) => {
				const isFewer = approversFor(after, minor) < approversFor(before, minor);
				const allows = (text: string | null) => text === null || Number(text) * 100 >= Number(minor);
				const isMore = bounds.some((field) => allows(after[field]) && !allows(before[field]));
				if (isFewer || isMore) expect(loosens("payout_rule", before, after)).toBe(true);
			}),
			{ numRuns: 2_000 },
		);
	});

	test("tightening beside it takes no loosening back", () => {
		const before: RuleAmounts = {
			perPayment: "1000.00",
			perPersonDay: "5000.00",
			perDestinationDay: null,
			noApproverUpTo: "100.00",
			oneApproverUpTo: "500.00",
		};
		expect(loosens("payout_rule", before, { ...before, perPayment: "10.00", noApproverUpTo: "100.01" })).toBe(true);
		expect(loosens("payout_rule", before, { ...before, perPayment: null, noApproverUpTo: "0.00" })).toBe(true);
		expect(loosens("payout_rule", before, { ...before, perPayment: "10.00", noApproverUpTo: "0.00" })).toBe(false);
		// Without a cap on the day nothing goes without an approver: giving one lets it.
		const capless = { ...before, perPersonDay: null };
		expect(loosens("payout_rule", capless, before)).toBe(true);
	});
});

describe("of a member", () => {
	const none = { ...NO_MEMBER, password: false };

	test("whoever may ask for money, agree to it or look after people is not made by one admin; who only looks is", () => {
		const added = (role: (typeof ROLES)[number]) => loosens("member_added", NO_MEMBER, { role, disabled: false });
		expect(ROLES.filter(added)).toEqual(["maker", "approver", "admin"]);
	});

	test("a password that another one set loosens for whoever has rights before or after", () => {
		const reset = (role: (typeof ROLES)[number], disabled = false) =>
			loosens("member_changed", { role, disabled, password: false }, { role, disabled, password: true });
		expect(ROLES.filter((role) => reset(role))).toEqual(["maker", "approver", "admin"]);
		expect(reset("admin", true)).toBe(true);
		const demoted = { role: "viewer", disabled: false, password: true } as const;
		expect(loosens("member_changed", { role: "admin", disabled: false, password: false }, demoted)).toBe(true);
		const waiting = { role: "viewer", disabled: true, password: true } as const;
		expect(loosens("member_changed", none, waiting)).toBe(false);
	});
});

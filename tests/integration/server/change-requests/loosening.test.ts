import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { CHANGE_KINDS, type ChangeKind } from "#lib/change-kinds.ts";
import type { ChangeValues } from "#lib/contracts/change-request.ts";
import type { RuleAmounts } from "#lib/contracts/payout-rule.ts";
import { SECOND_FACTOR_POLICIES } from "#lib/members/second-factor-policies.ts";
import { toDecimal } from "#lib/money.ts";
import { approversFor } from "#lib/payments/payout-rules.ts";
import { ROLES, type Role } from "#lib/roles.ts";
import { createTestDatabase } from "#tests/support/database.ts";

const { database } = await createTestDatabase();

type Change = readonly [before: ChangeValues, after: ChangeValues];

async function judge(kind: ChangeKind, changes: readonly Change[]): Promise<(boolean | null)[]> {
	const { rows } = await sql<{ loosens: boolean | null }>`
		select loosens(${kind}, change -> 0, change -> 1)
		from jsonb_array_elements(${JSON.stringify(changes)}::jsonb) with ordinality as each (change, place)
		order by place`.execute(database);
	return rows.map((row) => row.loosens);
}
const judgeOne = async (kind: ChangeKind, ...change: Change) => (await judge(kind, [change]))[0];

const amount = fc.bigInt({ min: 0n, max: 30n }).map((units) => toDecimal(units * 100n));
const limit = fc.option(amount);
/** Without a limit per person and day the table accepts no rule that lets an amount go without an approver. */
const rule: fc.Arbitrary<RuleAmounts> = fc
	.record({
		perPayment: limit,
		perPersonDay: limit,
		perDestinationDay: limit,
		noApproverUpTo: amount,
		oneApproverUpTo: limit,
	})
	.map((amounts) => (amounts.perPersonDay === null ? { ...amounts, noApproverUpTo: "0.00" } : amounts));
const minutes = fc.integer({ min: 5, max: 9 });
const standing = fc.record({ role: fc.constantFrom(...ROLES), disabled: fc.boolean(), password: fc.constant(false) });
const states: Record<Exclude<ChangeKind, "member_added">, fc.Arbitrary<ChangeValues>> = {
	payout_rule: rule,
	payment_expiry: fc.record({ payoutMinutes: minutes, depositMinutes: minutes }),
	final_failure: fc.record({ listed: fc.boolean() }),
	operator_changed: fc.record({
		name: fc.constantFrom("Wave", "Waves"),
		flow: fc.constantFrom("otp", "ussd"),
		dialCode: fc.option(fc.constantFrom("*144#", "*145#")),
		windowMinutes: minutes,
		enabled: fc.boolean(),
	}),
	wallet_answered: fc.record({ release: fc.integer({ min: 0, max: 2 }), unread: fc.boolean() }),
	number_unblocked: fc.record({ number: fc.constant("+2250707000001"), blocked: fc.boolean() }),
	new_numbers: fc.record({ restMinutes: fc.integer({ min: 0, max: 3 }), secondPerson: fc.boolean() }),
	batch_failures: fc.record({ failurePercent: fc.integer({ min: 1, max: 4 }) }),
	statement_reopened: fc.record({ monthClosed: fc.boolean() }),
	wallet_shared: fc.record({ shared: fc.boolean() }),
	member_changed: standing,
	database_mismatch: fc.record({ acknowledged: fc.boolean() }),
	service_address: fc.record({ sameService: fc.boolean() }),
	forgotten_permits_closed: fc.record({ closed: fc.integer({ min: 0, max: 3 }) }),
	sending_resumed: fc.record({ stopped: fc.boolean() }),
	second_factor_reset: fc.record({
		role: fc.constantFrom(...ROLES),
		passkeys: fc.integer({ min: 0, max: 2 }),
		app: fc.boolean(),
	}),
	second_factor_policy: fc.record({ policy: fc.constantFrom(...SECOND_FACTOR_POLICIES), passwordless: fc.boolean() }),
	password_sign_in: fc.oneof(
		fc.constant({ allowed: true, emergencyMemberId: null, emergency: null }),
		fc.constantFrom("one", "two").map((id) => ({ allowed: false, emergencyMemberId: id, emergency: id })),
	),
};
/** The fields that decide how loose a state is; states that differ only in other fields weigh the same. */
const weights: Partial<Record<ChangeKind, (state: ChangeValues) => unknown>> = {
	operator_changed: ({ name, flow, dialCode }) => [name, flow, dialCode],
	member_changed: ({ role, disabled }) => (disabled ? "viewer" : role),
	second_factor_reset: ({ role, passkeys, app }) => role !== "viewer" && (Number(passkeys) > 0 || app),
};

describe.each(Object.entries(states))("a change of %s", (kind, state) => {
	const judgeAll = (changes: readonly Change[]) => judge(kind as ChangeKind, changes);
	const weigh = (of: ChangeValues) => JSON.stringify(weights[kind as ChangeKind]?.(of) ?? of);
	const triples = fc.sample(fc.tuple(state, state, state), 500);

	test("loosens nothing if it changes nothing; it or its way back loosens, unless both states weigh the same; if it loosens, one of its steps does", async () => {
		const judged = await judgeAll(triples.map(([one]) => [one, one]));
		expect(new Set(judged)).toEqual(new Set([false]));
		const there = await judgeAll(triples.map(([one, other]) => [one, other]));
		const back = await judgeAll(triples.map(([one, other]) => [other, one]));
		for (const [at, [one, other]] of triples.entries())
			expect(there[at] || back[at], JSON.stringify([one, other])).toBe(weigh(one) !== weigh(other));
		const atOnce = await judgeAll(triples.map(([one, , other]) => [one, other]));
		const second = await judgeAll(triples.map(([, between, other]) => [between, other]));
		for (const [at, triple] of triples.entries())
			if (atOnce[at]) expect(there[at] || second[at], JSON.stringify(triple)).toBe(true);
	});
});

test("every kind has its judgement", async () => {
	for (const kind of CHANGE_KINDS) {
		const [before = {}, after = {}] = fc.sample(kind === "member_added" ? standing : states[kind], 2);
		expect(await judgeOne(kind, before, after), kind).not.toBeNull();
	}
});

describe("of a payout rule", () => {
	test("every change by which fewer people approve some amount, or a larger one fits a limit, loosens", async () => {
		const bounds = ["perPayment", "perPersonDay", "perDestinationDay"] as const;
		const cases = fc.sample(fc.tuple(rule, rule, fc.bigInt({ min: 1n, max: 3_200n })), 2_000);
		const loosening = cases.filter(([before, after, minor]) => {
			const allows = (text: string | null) => text === null || Number(text) * 100 >= Number(minor);
			const isMore = bounds.some((field) => allows(after[field]) && !allows(before[field]));
			return isMore || approversFor(after, minor) < approversFor(before, minor);
		});
		const judged = await judge(
			"payout_rule",
			loosening.map(([before, after]) => [before, after]),
		);
		for (const [at, [before, after]] of loosening.entries())
			expect(judged[at], JSON.stringify([before, after])).toBe(true);
	});

	test("tightening beside it takes no loosening back", async () => {
		const before: RuleAmounts = {
			perPayment: "1000.00",
			perPersonDay: "5000.00",
			perDestinationDay: null,
			noApproverUpTo: "100.00",
			oneApproverUpTo: "500.00",
		};
		const to = (after: Partial<RuleAmounts>) => judgeOne("payout_rule", before, { ...before, ...after });
		expect(await to({ perPayment: "10.00", noApproverUpTo: "100.01" })).toBe(true);
		expect(await to({ perPayment: null, noApproverUpTo: "0.00" })).toBe(true);
		expect(await to({ perPayment: "10.00", noApproverUpTo: "0.00" })).toBe(false);
		// Without a limit on the day nothing goes without an approver, so adding that limit loosens.
		expect(await judgeOne("payout_rule", { ...before, perPersonDay: null }, before)).toBe(true);
	});
});

describe("of a member", () => {
	const rolesOf = async (kind: ChangeKind, changeOf: (role: Role) => Change) => {
		const judged = await judge(kind, ROLES.map(changeOf));
		return ROLES.filter((_, at) => judged[at]);
	};

	test("whoever may ask for money, agree to it or look after people is not made by one admin; who only looks is", async () => {
		const added = await rolesOf("member_added", (role) => [{}, { email: "a@test.example", name: "A", role }]);
		expect(added).toEqual(["maker", "approver", "admin"]);
	});

	test("a password that another one set loosens for whoever has rights before or after", async () => {
		const reset = (disabled: boolean) =>
			rolesOf("member_changed", (role) => [
				{ role, disabled, version: 1 },
				{ role, disabled, password: true },
			]);
		expect(await reset(false)).toEqual(["maker", "approver", "admin"]);
		expect(await reset(true)).toEqual(["maker", "approver", "admin"]);
		const demoted = { role: "viewer", disabled: false, password: true };
		expect(await judgeOne("member_changed", { role: "admin", disabled: false }, demoted)).toBe(true);
		const waiting = { role: "viewer", disabled: true, password: true };
		expect(await judgeOne("member_changed", { role: "viewer", disabled: true }, waiting)).toBe(false);
	});
});

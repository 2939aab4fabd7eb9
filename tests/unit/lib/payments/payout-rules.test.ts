import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type PayoutRule, readRuleAmounts } from "#lib/contracts/payout-rule.ts";
import { toDecimal } from "#lib/money.ts";
import {
	approversFor,
	brokenLimit,
	decidingAmount,
	limitUses,
	ruleWithoutDecision,
} from "#lib/payments/payout-rules.ts";

const minor = fc.bigInt({ min: 1n, max: 10_000_000_000_000n });
const sums = fc.record({ personDayMinor: fc.bigInt({ min: 0n, max: 10n ** 13n }), destinationDayMinor: minor });
const limit = fc.option(minor.map(toDecimal), { nil: null });
const tiers = fc
	.tuple(fc.bigInt({ min: 0n, max: 10n ** 10n }), fc.option(fc.bigInt({ min: 0n, max: 10n ** 10n }), { nil: null }))
	.map(([none, above]) => ({
		noApproverUpTo: toDecimal(none),
		perPersonDay: "1000000.00",
		oneApproverUpTo: above === null ? null : toDecimal(none + above),
	}));

describe("how many people approve", () => {
	test("is one for every amount until an admin decides otherwise", () => {
		fc.assert(fc.property(minor, (amount) => approversFor(ruleWithoutDecision("XOF"), amount) === 1));
	});

	test.each([
		["50000.00", "500000.00", 5_000_000n, 0],
		["50000.00", "500000.00", 5_000_001n, 1],
		["50000.00", "500000.00", 50_000_000n, 1],
		["50000.00", "500000.00", 50_000_001n, 2],
		["0.00", "0.00", 1n, 2],
		["0.00", null, 10_000_000_000_000n, 1],
		["50000.00", "50000.00", 5_000_001n, 2],
	])("nobody up to %s, one up to %s: %s needs %i", (noApproverUpTo, oneApproverUpTo, amount, expected) => {
		expect(approversFor({ noApproverUpTo, oneApproverUpTo }, amount)).toBe(expected);
	});

	test("never falls when the amount rises or a bound is lowered", () => {
		fc.assert(
			fc.property(tiers, minor, minor, (rule, a, b) => {
				const [less, more] = a < b ? [a, b] : [b, a];
				const needed = approversFor(rule, less);
				return needed <= approversFor(rule, more) && approversFor({ ...rule, noApproverUpTo: "0.00" }, less) >= needed;
			}),
		);
	});
});

describe("a corrected amount", () => {
	const decimal = minor.map(toDecimal);

	test("needs as many people as the highest that was asked for before it", () => {
		fc.assert(
			fc.property(tiers, decimal, decimal, (rule, amount, highest_amount) => {
				const needed = approversFor(rule, decidingAmount(amount, highest_amount));
				const alone = [amount, highest_amount].map((each) => approversFor(rule, decidingAmount(each)));
				return needed === Math.max(...alone);
			}),
		);
	});

	test("that cannot be read decides nothing", () => {
		expect(() => decidingAmount("12,50")).toThrow();
	});
});

describe("limits", () => {
	const rules = fc
		.record({ perPayment: limit, perPersonDay: limit, perDestinationDay: limit })
		.map((limits): PayoutRule => ({ ...ruleWithoutDecision("XOF"), ...limits }));

	test("let an amount through exactly when every sum with it stays within its limit", () => {
		fc.assert(
			fc.property(rules, sums, minor, (rule, used, amount) => {
				const within = (bound: string | null, before: bigint) =>
					bound === null || before + amount <= BigInt(bound.replace(".", ""));
				const fits =
					within(rule.perPayment, 0n) &&
					within(rule.perPersonDay, used.personDayMinor) &&
					within(rule.perDestinationDay, used.destinationDayMinor);
				expect(brokenLimit(limitUses(rule, used), amount) === null).toBe(fits);
			}),
		);
	});

	test("name the one that leaves least, and never say that less than nothing is left", () => {
		fc.assert(
			fc.property(rules, sums, minor, (rule, used, amount) => {
				const uses = limitUses(rule, used);
				const broken = brokenLimit(uses, amount);
				expect(uses.every(({ left }) => !left.startsWith("-"))).toBe(true);
				if (broken) {
					const leftOf = (left: string) => BigInt(left.replace(".", ""));
					expect(uses.every(({ left }) => leftOf(broken.left) <= leftOf(left))).toBe(true);
				}
			}),
		);
	});
});

describe("what an admin types", () => {
	const empty = {
		version: 0,
		perPayment: null,
		perPersonDay: null,
		perDestinationDay: null,
		noApproverUpTo: null,
		oneApproverUpTo: null,
	};

	test.each([
		[{}, {}],
		[{ perPayment: "500000" }, {}],
		[{ perPayment: "0" }, { perPayment: "not_positive" }],
		[{ perPayment: "12.50" }, { perPayment: "too_many_decimals" }],
		[{ perPersonDay: "1e5" }, { perPersonDay: "not_a_number" }],
		[{ noApproverUpTo: "0", oneApproverUpTo: "0" }, {}],
		[{ perPersonDay: "9", noApproverUpTo: "50000", oneApproverUpTo: "49999" }, { oneApproverUpTo: "below_first_tier" }],
		[{ perPersonDay: "9", noApproverUpTo: "50000", oneApproverUpTo: "50000" }, {}],
		[{ noApproverUpTo: "1" }, { perPersonDay: "cap_needed" }],
	])("%j has the faults %j", (change, faults) => {
		const read = readRuleAmounts({ ...empty, ...change }, "XOF");
		expect("faults" in read ? read.faults : {}).toEqual(faults);
	});

	test("is kept as two-decimal text, however it was written; what was not typed stays open", () => {
		const change = {
			...empty,
			perPayment: "500000",
			perPersonDay: "9.50",
			noApproverUpTo: "0",
			oneApproverUpTo: "1.5",
		};
		expect(readRuleAmounts(change, "GHS")).toEqual({
			amounts: {
				...{ perPayment: "500000.00", perPersonDay: "9.50", perDestinationDay: null },
				...{ noApproverUpTo: "0.00", oneApproverUpTo: "1.50" },
			},
		});
	});
});

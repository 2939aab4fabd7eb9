import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DEFAULT_OPERATORS } from "#lib/default-operators.ts";
import { feeOf } from "#server/sandbox/ledger/fees.ts";
import { createRandom } from "#server/sandbox/seed/random.ts";
import { payerDelayMs, planDeposit, planPayout } from "#server/sandbox/transactions/outcomes.ts";

describe("planPayout", () => {
	test("pays ordinary numbers at once when chance is off", () => {
		expect(planPayout("+2250503456781", { on: false, random: () => 0.999 })).toEqual({ result: "success", delayMs: 0 });
	});

	test("obeys the last three digits whatever chance says, in every country", () => {
		for (const number of ["+225050345608", "+23765012308", "+2547012340"])
			expect(planPayout(`${number}9`.replace(/...$/, "089"), { on: true, random: () => 0 }).result).toBe(
				"recipient_not_found",
			);
		expect(planDeposit("+22951345029")).toBe("payer_not_found");
	});

	test("pays about seven of ten at once when chance is on, and loses few answers", () => {
		const { next } = createRandom(3);
		const plans = Array.from({ length: 4_000 }, () => planPayout("+2250503456781", { on: true, random: next }));
		const share = (test: (plan: (typeof plans)[number]) => boolean) => plans.filter(test).length / plans.length;
		expect(share((plan) => plan.result === "success" && plan.delayMs === 0 && !plan.fault)).toBeCloseTo(0.7, 1);
		expect(share((plan) => plan.fault !== undefined)).toBeLessThan(0.02);
	});
});

test("the payer of Wave gets a link, of Orange a code, of MTN a prompt", () => {
	const flowOf = (code: string) =>
		DEFAULT_OPERATORS.filter((operator) => operator.code === code).map(({ flow }) => flow);
	expect(["wave-ci", "orange-money-ci", "mtn-ci"].flatMap(flowOf)).toEqual(["payment_url", "otp", "ussd"]);
});

test("payerDelayMs has the median of life: twenty seconds for a prompt", () => {
	const { next } = createRandom(5);
	const delays = Array.from({ length: 4_001 }, () => payerDelayMs("ussd", next)).sort((one, other) => one - other);
	expect(delays[2_000]).toBeGreaterThan(17_000);
	expect(delays[2_000]).toBeLessThan(23_000);
	expect(delays[3_800]).toBeGreaterThan(140_000);
	expect(delays[3_800]).toBeLessThan(230_000);
});

test("feeOf is a whole unit where the currency has no decimals, and never below its rate", () => {
	fc.assert(
		fc.property(fc.bigInt({ min: 1n, max: 10_000_000n }), (units) => {
			const amountMinor = units * 100n;
			const fee = feeOf("withdrawal", amountMinor, "XOF");
			expect(fee % 100n).toBe(0n);
			expect(fee * 100n).toBeGreaterThanOrEqual(amountMinor);
			expect((fee - 100n) * 100n).toBeLessThan(amountMinor);
		}),
	);
});

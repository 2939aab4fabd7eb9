import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectedFee, type FeeLine } from "#lib/amounts/tariff.ts";

const francs = (amount: number) => BigInt(amount) * 100n;
/** One percent, rounded up to the franc: the sandbox's fee for a payout. */
const onePercent = (amount: bigint) => ((amount + 9_999n) / 10_000n) * 100n;
// Hundreds of francs, whose one percent is whole, so that the lines show the share exactly.
const amounts = fc.uniqueArray(fc.integer({ min: 1, max: 50_000 }), { minLength: 2, maxLength: 40 });

describe("the fee to be expected", () => {
	test("follows a share that the service has taken of other amounts, to the franc", () => {
		fc.assert(
			fc.property(amounts, fc.integer({ min: 1_000, max: 5_000_000 }).map(francs), (past, amount) => {
				const lines = past.map((hundreds) => ({ amount: francs(hundreds * 100), fee: francs(hundreds) }));
				expect(expectedFee(lines, amount)).toBe(onePercent(amount));
			}),
		);
	});

	test("is a flat fee where each amount had the same one", () => {
		const lines = [10_000, 25_000, 300_000].map((amount) => ({ amount: francs(amount), fee: francs(250) }));
		expect(expectedFee(lines, francs(70_000))).toBe(francs(250));
	});

	test("of an amount that was paid before is the one that it had", () => {
		const lines = [
			...Array<FeeLine>(3).fill({ amount: francs(5_000), fee: francs(75) }),
			{ amount: francs(9_000), fee: 0n },
		];
		expect(expectedFee(lines, francs(5_000))).toBe(francs(75));
	});

	test("of nothing known, of one amount alone, or of fees without a rule is not told", () => {
		expect(expectedFee([], francs(5_000))).toBeNull();
		// A share or a flat fee: both would explain the line.
		expect(expectedFee([{ amount: francs(10_000), fee: francs(100) }], francs(50_000))).toBeNull();
		const tiers = [100, 250, 600, 4_000].map((fee, index) => ({
			amount: francs(10_000 * (index + 1)),
			fee: francs(fee),
		}));
		expect(expectedFee(tiers, francs(35_000))).toBeNull();
	});

	test("of an operator that takes nothing is nothing", () => {
		const lines = [1_000, 2_000].map((amount) => ({ amount: francs(amount), fee: 0n }));
		expect(expectedFee(lines, francs(7_000))).toBe(0n);
	});
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { isFallExplained, mayExplainFall, type Possible } from "#server/continuity/explain-fall.ts";

const payout = fc
	.record({ amount: fc.bigInt(1n, 60n), mostFee: fc.bigInt(0n, 4n) })
	.map((possible): Possible => possible);

/** Tries all choices, one by one. */
function isChosen(fall: bigint, possible: readonly Possible[]): boolean {
	return Array.from({ length: 2 ** possible.length }, (_, choice) =>
		possible.filter((_one, n) => (choice >> n) & 1),
	).some((chosen) => {
		const least = chosen.reduce((sum, { amount }) => sum + amount, 0n);
		return least <= fall && fall <= chosen.reduce((sum, { mostFee }) => sum + mostFee, least);
	});
}

test("a fall is covered exactly when some of the payouts with their fees add up to it", () => {
	fc.assert(
		fc.property(fc.bigInt(0n, 300n), fc.array(payout, { maxLength: 8 }), (fall, possible) => {
			expect(isFallExplained(fall, possible)).toBe(isChosen(fall, possible));
		}),
	);
});

test("a payout fits a fall exactly when it, with some of the others, adds up to it", () => {
	fc.assert(
		fc.property(fc.bigInt(1n, 300n), payout, fc.array(payout, { maxLength: 7 }), (fall, own, others) => {
			const rest = isChosen(fall - own.amount, [{ amount: 0n, mostFee: own.mostFee }, ...others]);
			expect(mayExplainFall(fall, own, others)).toBe(own.amount <= fall && rest);
		}),
	);
});

test("the fall of twenty unequal payouts is covered up to the most that they may cost", () => {
	const series = Array.from({ length: 20 }, (_, n) => ({ amount: BigInt(100_000 + n * 1_013), mostFee: 3_000n }));
	const sum = series.reduce((all, { amount }) => all + amount, 0n);
	expect(isFallExplained(sum + 20n * 1_000n, series)).toBe(true);
	expect(isFallExplained(sum + 20n * 3_000n + 1n, series)).toBe(false);
});

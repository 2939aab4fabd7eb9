import fc from "fast-check";
import { expect, test } from "vitest";
import { isDropExplained, mayExplainDrop, type Possible } from "#server/continuity/explain-balance-drop.ts";

const payout = fc
	.record({ amount: fc.bigInt(1n, 60n), mostFee: fc.bigInt(0n, 4n) })
	.map((possible): Possible => possible);

/** Tries all choices, one by one. */
function isChosen(drop: bigint, possible: readonly Possible[]): boolean {
	return Array.from({ length: 2 ** possible.length }, (_, choice) =>
		possible.filter((_one, n) => (choice >> n) & 1),
	).some((chosen) => {
		const least = chosen.reduce((sum, { amount }) => sum + amount, 0n);
		return least <= drop && drop <= chosen.reduce((sum, { mostFee }) => sum + mostFee, least);
	});
}

test("a drop is covered exactly when some of the payouts with their fees add up to it", () => {
	fc.assert(
		fc.property(fc.bigInt(0n, 300n), fc.array(payout, { maxLength: 8 }), (drop, possible) => {
			expect(isDropExplained(drop, possible)).toBe(isChosen(drop, possible));
		}),
	);
});

test("a payout fits a drop exactly when it, with some of the others, adds up to it", () => {
	fc.assert(
		fc.property(fc.bigInt(1n, 300n), payout, fc.array(payout, { maxLength: 7 }), (drop, own, others) => {
			const rest = isChosen(drop - own.amount, [{ amount: 0n, mostFee: own.mostFee }, ...others]);
			expect(mayExplainDrop(drop, own, others)).toBe(own.amount <= drop && rest);
		}),
	);
});

test("the drop of twenty unequal payouts is covered up to the most that they may cost", () => {
	const series = Array.from({ length: 20 }, (_, n) => ({ amount: BigInt(100_000 + n * 1_013), mostFee: 3_000n }));
	const sum = series.reduce((all, { amount }) => all + amount, 0n);
	expect(isDropExplained(sum + 20n * 1_000n, series)).toBe(true);
	expect(isDropExplained(sum + 20n * 3_000n + 1n, series)).toBe(false);
});

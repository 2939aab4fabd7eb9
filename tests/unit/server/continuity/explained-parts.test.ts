import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isDropExplained } from "#server/continuity/explain-balance-drop.ts";
import { causeOf } from "#server/continuity/heartbeat.ts";
import { findUnexplained } from "#server/continuity/read-unexplained.ts";

const possible = fc.array(
	fc.record({ amount: fc.bigInt({ min: 1n, max: 50n }), mostFee: fc.bigInt({ min: 0n, max: 3n }) }),
	{ maxLength: 8 },
);

/** Tries all choices, one by one. */
function triedOut(drop: bigint, from: readonly { amount: bigint; mostFee: bigint }[]): boolean {
	for (let mask = 0; mask < 2 ** from.length; mask += 1) {
		const chosen = from.filter((_, place) => mask & (1 << place));
		const sum = chosen.reduce((total, { amount }) => total + amount, 0n);
		const most = chosen.reduce((total, { amount, mostFee }) => total + amount + mostFee, 0n);
		if (sum <= drop && drop <= most) return true;
	}
	return false;
}

describe("a drop without a line", () => {
	test("is covered exactly when some payouts without a line, with and without a fee, come to it", () => {
		fc.assert(
			fc.property(fc.bigInt({ min: 0n, max: 200n }), possible, (drop, from) => {
				expect(isDropExplained(drop, from)).toBe(triedOut(drop, from));
			}),
		);
	});

	test("of a thousand equal payouts is weighed at once", () => {
		const from = Array.from({ length: 1_000 }, () => ({ amount: 5_000_00n, mostFee: 51_00n }));
		expect(isDropExplained(777n * 5_050_00n, from)).toBe(true);
		expect(isDropExplained(5_000_00n - 1n, from)).toBe(false);
	});
});

const time = fc.integer({ min: 0, max: 60 });
const lines = fc.uniqueArray(fc.record({ id: fc.uuid(), amount: fc.constantFrom("5.00", "7.00"), at: time }), {
	maxLength: 7,
	selector: ({ id }) => id,
});
const explanations = fc.array(
	fc
		.record({ amount: fc.constantFrom("5.00", "7.00"), from: time, length: fc.integer({ min: 0, max: 20 }) })
		.map(({ amount, from, length }) => ({ amount, from, to: from + length })),
	{ maxLength: 6 },
);

/** The most lines that can be explained, by trying every choice. */
function most(left: { amount: string; at: number }[], by: { amount: string; from: number; to: number }[]): number {
	const [first, ...rest] = left;
	if (!first) return 0;
	let best = most(rest, by);
	by.forEach((one, place) => {
		if (one.amount !== first.amount || first.at < one.from || first.at > one.to) return;
		best = Math.max(best, 1 + most(rest, by.toSpliced(place, 1)));
	});
	return best;
}

describe("lines that took money", () => {
	test("are explained by payments as far as any pairing could explain them", () => {
		fc.assert(
			fc.property(lines, explanations, (some, by) => {
				expect(findUnexplained(some, by).size).toBe(some.length - most(some, by));
			}),
		);
	});

	test("of equals the later one is left over: the earlier was there before", () => {
		const two = [
			{ id: "late", amount: "5.00", at: 20 },
			{ id: "early", amount: "5.00", at: 10 },
		];
		expect([...findUnexplained(two, [{ amount: "5.00", from: 0, to: 60 }])]).toEqual(["late"]);
	});
});

describe("three clocks", () => {
	const MINUTE = 60_000;
	test("that agree on less than a minute see no gap", () => {
		expect(causeOf([59_000, 58_000, 59_999])).toBeNull();
	});
	test("that all saw a minute pass see a pause", () => {
		expect(causeOf([MINUTE, MINUTE + 5, 2 * MINUTE])).toBe("pause");
	});
	test("of which a single one jumped, forwards or back, see a gap", () => {
		fc.assert(
			fc.property(fc.integer({ min: MINUTE, max: 1_000 * MINUTE }), fc.integer({ min: 0, max: 2 }), (jump, which) => {
				for (const sign of [1, -1]) {
					const passed = [5_000, 5_000, 5_000].map((ms, place) => (place === which ? ms + sign * jump : ms));
					expect(causeOf(passed)).toBe("clock");
				}
			}),
		);
	});
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { atOnce } from "#lib/slices.ts";
import { type Candidate, chooseCandidates as chooseInSlices } from "#server/reconciliation/proof/residuals.ts";

const chooseCandidates = (all: readonly (readonly Candidate[])[]) => atOnce(chooseInSlices(all));
const candidate = (residual: number, cost = 0): Candidate => ({ at: 0, hold: 1, residual: BigInt(residual), cost });
const looks = fc.array(
	fc
		.array(fc.tuple(fc.integer({ min: -3, max: 3 }), fc.nat(5)), { minLength: 1, maxLength: 4 })
		.map((all) => all.map(([residual, cost]) => candidate(residual, cost))),
	{ minLength: 1, maxLength: 7 },
);
const breaksOf = (chosen: readonly Candidate[]) =>
	chosen.filter((one, place) => place > 0 && one.residual !== chosen[place - 1]?.residual).length;

/** Every way to choose one of each. */
function allChoices(all: readonly (readonly Candidate[])[]): Candidate[][] {
	return all.reduce<Candidate[][]>(
		(known, candidates) => known.flatMap((before) => candidates.map((one) => [...before, one])),
		[[]],
	);
}

describe("for any looks, each with several readings", () => {
	test("one reading is chosen of each look, so that as few neighbours as possible disagree", () => {
		fc.assert(
			fc.property(looks, (all) => {
				const chosen = chooseCandidates(all);
				expect(chosen).toHaveLength(all.length);
				expect(chosen.every((one, place) => all[place]?.includes(one))).toBe(true);
				expect(breaksOf(chosen)).toBe(Math.min(...allChoices(all).map(breaksOf)));
			}),
		);
	});

	test("the gaps between neighbours add up to the gap between the first and the last: none vanishes", () => {
		fc.assert(
			fc.property(looks, (all) => {
				const chosen = chooseCandidates(all).map(({ residual }) => residual);
				const gaps = chosen.slice(1).map((residual, place) => residual - (chosen[place] ?? 0n));
				expect(gaps.reduce((sum, gap) => sum + gap, 0n)).toBe((chosen.at(-1) ?? 0n) - (chosen[0] ?? 0n));
			}),
		);
	});
});

test("of readings that agree equally, the usual one is chosen", () => {
	const chosen = chooseCandidates([
		[candidate(1, 3), candidate(1, 0)],
		[candidate(1, 2), candidate(1, 1)],
	]);
	expect(chosen.map(({ cost }) => cost)).toEqual([0, 1]);
});

test("a look that agrees with neither neighbour stands alone, and its neighbours still agree with each other", () => {
	const chosen = chooseCandidates([[candidate(0)], [candidate(5)], [candidate(0)]]);
	expect(chosen.map(({ residual }) => residual)).toEqual([0n, 5n, 0n]);
});

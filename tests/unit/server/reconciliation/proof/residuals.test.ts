import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { modelTransit, sumOf, type TransitModel } from "#server/reconciliation/proof/in-transit.ts";
import {
	type Candidate,
	type Chosen,
	chooseCandidates as chooseAmong,
	takenIn,
} from "#server/reconciliation/proof/residuals.ts";

const NOBODY = modelTransit([], () => 0n, { deposit: "beside", withdrawal: "beside", types: [] });
const chooseCandidates = (all: readonly (readonly Candidate[])[], transit: TransitModel = NOBODY) =>
	chooseAmong(all, transit);
const candidate = (residual: number, cost = 0): Candidate => ({
	...{ at: 0, seenAt: 0, hold: 1, cost },
	beforeTransit: BigInt(residual),
});
const readings = fc.array(
	fc
		.array(fc.tuple(fc.integer({ min: -3, max: 3 }), fc.nat(5)), { minLength: 1, maxLength: 4 })
		.map((all) => all.map(([residual, cost]) => candidate(residual, cost))),
	{ minLength: 1, maxLength: 7 },
);
const breaksOf = (chosen: readonly Candidate[]) =>
	chosen.filter((one, place) => place > 0 && one.beforeTransit !== chosen[place - 1]?.beforeTransit).length;
const gapsOf = (chosen: readonly Chosen[]) =>
	chosen.filter((one, place) => place > 0 && one.residual !== chosen[place - 1]?.residual).length;

/** Every way to choose one candidate of each. */
function allChoices(all: readonly (readonly Candidate[])[]): Candidate[][] {
	return all.reduce<Candidate[][]>(
		(known, candidates) => known.flatMap((before) => candidates.map((one) => [...before, one])),
		[[]],
	);
}

describe("for any looks, each with several readings", () => {
	test("one reading is chosen of each look, so that as few neighbours as possible disagree", () => {
		fc.assert(
			fc.property(readings, (all) => {
				const chosen = chooseCandidates(all);
				expect(chosen).toHaveLength(all.length);
				for (const [place, { unusual: _none, residual: _same, ...one }] of chosen.entries())
					expect(all[place]).toContainEqual(one);
				expect(breaksOf(chosen)).toBe(Math.min(...allChoices(all).map(breaksOf)));
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

describe("payouts without a line", () => {
	interface Life {
		asked: number;
		/** `NEVER` if the payout did not leave. */
		taken: number;
		ended: number;
	}
	const NEVER = Number.POSITIVE_INFINITY;
	const amountOf = (seed: number, place: number) => BigInt(100_00 + ((seed + place * 7_919) ** 2 % 1_000_003) * 5_00);

	/** One balance reading a second. `lost`: money leaves unasked before this second's reading. */
	function live(lives: readonly Life[], count: number, { seed = 1, lost = NEVER } = {}) {
		const transit = modelTransit(
			lives.map(({ asked, ended }, place) => ({
				...{ paymentId: `payout ${place}`, type: "withdrawal", amount: amountOf(seed, place), fee: null },
				...{ from: asked, until: ended },
			})),
			(_type, amount) => amount / 100n,
			{ deposit: "beside", withdrawal: "beside", types: [] },
		);
		const truth = Array.from({ length: count }, (_, at) => {
			const taken = lives.flatMap((one, place) => {
				const amount = amountOf(seed, place);
				return one.taken <= at && at < one.ended ? [[`payout ${place}`, -amount - amount / 100n] as const] : [];
			});
			return new Map(taken);
		});
		const readings = truth.map((taken, at): Candidate[] => [
			{ at, seenAt: at, hold: 1, cost: 0, beforeTransit: 77n + sumOf(taken) - (at >= lost ? 13n : 0n) },
		]);
		const chosen = chooseCandidates(readings, transit);
		return { chosen, truth, debited: chosen.map((reading) => takenIn(reading, transit)) };
	}
	const sorted = (all: readonly ReadonlyMap<string, bigint>[]) => all.map((some) => [...some].sort());

	const life = fc
		.record({ asked: fc.integer({ min: 1, max: 9 }), wait: fc.nat(4), stay: fc.nat(9), isTaken: fc.boolean() })
		.map(
			({ asked, wait, stay, isTaken }): Life => ({
				...{ asked, taken: isTaken ? asked + wait : NEVER, ended: asked + wait + stay + 1 },
			}),
		);

	test("are each told to be in a balance from when they were taken until they ended, whenever others are", () => {
		fc.assert(
			fc.property(fc.array(life, { maxLength: 2 }), (lives) => {
				const { chosen, truth, debited } = live(lives, 24);
				expect(gapsOf(chosen)).toBe(0);
				expect(sorted(debited)).toEqual(sorted(truth));
			}),
			{ numRuns: 500 },
		);
	});

	test("explain no other sum: what is missing beside them is a gap", () => {
		fc.assert(
			fc.property(fc.array(life, { maxLength: 2 }), fc.integer({ min: 1, max: 11 }), (lives, lost) => {
				const { chosen } = live(lives, 24, { lost });
				expect(gapsOf(chosen)).toBeGreaterThan(0);
				expect((chosen.at(-1)?.residual ?? 0n) - (chosen[0]?.residual ?? 0n)).toBe(-13n);
			}),
			{ numRuns: 500 },
		);
	});

	const count = fc.integer({ min: 4, max: 300 });
	const seed = fc.nat(1_000_000);
	/** A batch whose payouts are all requested between the first reading and the second. */
	const batchOf = (size: number, takenAt: (place: number) => number) =>
		Array.from({ length: size }, (_, place): Life => ({ asked: 0.5, taken: takenAt(place), ended: 9 }));

	test("a batch that was taken at once stays in it until each ends, beside others that never were", () => {
		fc.assert(
			fc.property(count, fc.nat(8), seed, (size, before, start) => {
				const old = Array.from({ length: before }, (): Life => ({ asked: -1, taken: NEVER, ended: 9 }));
				const batch = batchOf(size, () => 1).map((one, place) => ({ ...one, ended: place % 3 === 0 ? 2 : 4 }));
				const { chosen, truth, debited } = live([...old, ...batch], 6, { seed: start });
				expect(gapsOf(chosen)).toBe(0);
				expect(sorted(debited)).toEqual(sorted(truth));
			}),
			{ numRuns: 60 },
		);
	});

	test("of a batch the first ones may be taken before the others are", () => {
		fc.assert(
			fc.property(count, seed, (size, start) => {
				const first = 1 + (start % size);
				const { chosen } = live(
					batchOf(size, (place) => (place < first ? 1 : 2)),
					4,
					{ seed: start },
				);
				expect(gapsOf(chosen)).toBe(0);
			}),
			{ numRuns: 60 },
		);
	});

	test("a batch explains no sum that none of its payouts comes to: what left besides is a gap, of just that much", () => {
		fc.assert(
			fc.property(count, seed, (size, start) => {
				const { chosen } = live(
					batchOf(size, () => 1),
					4,
					{ seed: start, lost: 2 },
				);
				expect(gapsOf(chosen)).toBe(1);
				expect((chosen.at(-1)?.residual ?? 0n) - (chosen[0]?.residual ?? 0n)).toBe(-13n);
			}),
			{ numRuns: 60 },
		);
	});

	test("five thousand that are late, one after another, are asked about a few times each", () => {
		const many = 5_000;
		let asked = 0;
		const transit = modelTransit(
			Array.from({ length: many }, (_, place) => ({
				...{ paymentId: `payout ${place}`, type: "withdrawal", amount: amountOf(1, place), fee: null },
				...{ from: place, until: NEVER },
			})),
			() => 0n,
			{ deposit: "beside", withdrawal: "beside", types: [] },
		);
		const counted: TransitModel = {
			...transit,
			inTransitAt(reading) {
				const inTransit = transit.inTransitAt(reading);
				asked += inTransit.length;
				return inTransit;
			},
		};
		let balance = 0n;
		const readings = Array.from({ length: many }, (_, place): Candidate[] => {
			balance -= amountOf(1, place);
			return [{ at: place, seenAt: place, hold: 1, cost: 0, beforeTransit: balance }];
		});
		expect(gapsOf(chooseCandidates(readings, counted))).toBe(0);
		expect(asked).toBeLessThan(10 * many);
	});
});

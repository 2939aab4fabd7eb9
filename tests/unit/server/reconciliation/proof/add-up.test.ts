import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findMoves, type Loose, type LooseMove, movesOf, type Taken } from "#server/reconciliation/proof/add-up.ts";

/** Equal sums meet often: what is told apart must be told apart by more than its sum. */
const effects = fc.uniqueArray(fc.integer({ min: -12, max: -1 }).map(BigInt), { minLength: 1, maxLength: 2 });

function payouts(most: number, least = 0): fc.Arbitrary<{ loose: Loose[]; taken: Taken }> {
	const each = fc.record({ effects, isTaken: fc.boolean(), sentAt: fc.nat(5) });
	return fc.array(each, { minLength: least, maxLength: most }).map((all) => {
		const named = all.map((one, place) => ({ ...one, id: `payout-${place}` }));
		const taken = named.filter(({ isTaken }) => isTaken).map((one) => [one.id, one.effects[0] ?? 0n] as const);
		return { loose: named.map(({ id, effects, sentAt }) => ({ id, effects, sentAt })), taken: new Map(taken) };
	});
}

const total = (moves: readonly { change: bigint }[]) => moves.reduce((sum, { change }) => sum + change, 0n);

/** Every choice of so many moves, each of another payout. */
function choices(moves: readonly LooseMove[], most: number): LooseMove[][] {
	if (most === 0) return [[]];
	const shorter = choices(moves, most - 1);
	const longer = shorter
		.filter(({ length }) => length === most - 1)
		.flatMap((some) => {
			const after = some.length === 0 ? 0 : moves.indexOf(some.at(-1) as LooseMove) + 1;
			return moves.slice(after).flatMap((one) => (some.some(({ id }) => id === one.id) ? [] : [[...some, one]]));
		});
	return [...shorter, ...longer];
}

describe("for any payouts without a line, and any change of a balance", () => {
	test("the moves come to the change to the unit: each payout moves once, comes with what it may have done, and comes back with what it took", () => {
		fc.assert(
			fc.property(payouts(20), fc.integer({ min: -90, max: 60 }).map(BigInt), ({ loose, taken }, change) => {
				const found = findMoves(change, taken, loose);
				if (!found) return;
				expect(total(found.moves)).toBe(change);
				expect(new Set(found.moves.map(({ id }) => id)).size).toBe(found.moves.length);
				for (const move of found.moves) {
					const known = taken.get(move.id);
					if (known !== undefined) expect(move).toEqual({ id: move.id, effect: null, change: -known });
					else {
						expect(move.effect).toBe(move.change);
						expect(loose.find(({ id }) => id === move.id)?.effects).toContain(move.change);
					}
				}
			}),
			{ numRuns: 500 },
		);
	});

	test("of a few payouts the fewest moves are found, and none only where none come to it", () => {
		fc.assert(
			fc.property(payouts(5), fc.integer({ min: -40, max: 30 }).map(BigInt), ({ loose, taken }, change) => {
				fc.pre(change !== 0n);
				const fitting = choices(movesOf(taken, loose), 3).filter(
					(moves) => moves.length > 0 && total(moves) === change,
				);
				const fewest = Math.min(...fitting.map(({ length }) => length));
				const found = findMoves(change, taken, loose);
				if (fitting.length > 0) expect(found?.changes).toBe(fewest);
				else if (loose.length <= 3) expect(found).toBeNull();
			}),
			{ numRuns: 500 },
		);
	});

	test("a batch is found, however many: the first that were sent, all taken and none of them before", () => {
		const payout = fc.record({ amount: fc.bigInt({ min: 1n, max: 10n ** 9n }), order: fc.nat() });
		fc.assert(
			fc.property(fc.array(payout, { minLength: 4, maxLength: 200 }), fc.nat(), (payouts, seed) => {
				const loose = payouts.map(({ amount }, at): Loose => ({ id: `payout-${at}`, effects: [-amount], sentAt: at }));
				const batch = loose.slice(0, 1 + (seed % loose.length));
				const change = batch.reduce((sum, one) => sum + (one.effects[0] ?? 0n), 0n);
				// The list comes in another order than that of the permits.
				const order = ({ sentAt = 0 }: Loose) => payouts[sentAt]?.order ?? 0;
				const listed = loose.toSorted((a, b) => order(a) - order(b));
				const found = findMoves(change, new Map(), listed);
				expect(found && total(found.moves)).toBe(change);
			}),
		);
	});
});

test("to be taken is found before to come back, where both are one move", () => {
	const loose: Loose[] = [
		{ id: "taken", effects: [5n] },
		{ id: "open", effects: [-5n] },
	];
	const found = findMoves(-5n, new Map([["taken", 5n]]), loose);
	expect(found?.moves).toEqual([{ id: "open", effect: -5n, change: -5n }]);
});

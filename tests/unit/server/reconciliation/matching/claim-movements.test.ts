import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Claimant, claimMovements, type Line } from "#server/reconciliation/matching/claim-movements.ts";
import { shuffledBy } from "#tests/support/random.ts";

const MINUTE = 60_000;
/** A payout's window: five minutes before to thirty-three after. */
const sentAt = (id: string, minute: number): Claimant => ({
	id,
	from: (minute - 5) * MINUTE,
	to: (minute + 33) * MINUTE,
	expectedAt: minute * MINUTE,
});
const lineAt = (id: string, minute: number): Line => ({ id, at: minute * MINUTE });
const claimed = (claimants: Claimant[], lines: Line[]) => Object.fromEntries(claimMovements(claimants, lines));

const claimants = fc
	.array(fc.integer({ min: 0, max: 120 }), { maxLength: 12 })
	.map((minutes) => minutes.map((minute, index) => sentAt(`p${index}`, minute)));
const lines = fc
	.array(fc.integer({ min: -10, max: 160 }), { maxLength: 12 })
	.map((minutes) => minutes.map((minute, index) => lineAt(`m${index}`, minute)));

describe("for any payments and movements of the same facts", () => {
	test("a movement is claimed by one payment at most, a payment claims one movement at most, inside its window", () => {
		fc.assert(
			fc.property(claimants, lines, (owed, seen) => {
				const claims = [...claimMovements(owed, seen)];
				expect(new Set(claims.map(([line]) => line)).size).toBe(claims.length);
				expect(new Set(claims.map(([, payment]) => payment)).size).toBe(claims.length);
				for (const [lineId, paymentId] of claims) {
					const at = seen.find(({ id }) => id === lineId)?.at ?? Number.NaN;
					const window = owed.find(({ id }) => id === paymentId);
					expect(at).toBeGreaterThanOrEqual(window?.from ?? Number.NaN);
					expect(at).toBeLessThanOrEqual(window?.to ?? Number.NaN);
				}
			}),
		);
	});

	test("as many are claimed as can be: none is left over that a known payment without one could take", () => {
		fc.assert(
			fc.property(claimants, lines, (owed, seen) => {
				expect(claimMovements(owed, seen).size).toBe(mostPairs(owed, seen));
			}),
		);
	});

	test("as many are claimed as can be of windows of any length, too, also of those that lie in one another", () => {
		const ofAnyLength = fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.nat(40), fc.nat(40)), { maxLength: 10 });
		fc.assert(
			fc.property(ofAnyLength, lines, (some, seen) => {
				const owed = some.map(([minute, before, after], index) => ({
					...{ id: `p${index}`, expectedAt: minute * MINUTE },
					...{ from: (minute - before) * MINUTE, to: (minute + after) * MINUTE },
				}));
				expect(claimMovements(owed, seen).size).toBe(mostPairs(owed, seen));
			}),
			{ numRuns: 500 },
		);
	});

	test("of all ways in the order of time that claim as many, none has its lines nearer to when they were expected", () => {
		const some = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 6 });
		fc.assert(
			fc.property(some, some, (owedAt, seenAt) => {
				const owed = owedAt.map((minute, index) => sentAt(`p${index}`, minute));
				const seen = seenAt.map((minute, index) => lineAt(`m${index}`, minute));
				const away = [...claimMovements(owed, seen)].reduce((sum, [lineId, paymentId]) => {
					const at = seen.find(({ id }) => id === lineId)?.at ?? Number.NaN;
					return sum + Math.abs(at - (owed.find(({ id }) => id === paymentId)?.expectedAt ?? Number.NaN));
				}, 0);
				expect(away).toBe(leastAway(owed, seen).away);
			}),
		);
	});

	test("the order in which they are given changes nothing", () => {
		fc.assert(
			fc.property(claimants, lines, fc.infiniteStream(fc.nat()), (owed, seen, keys) => {
				const shuffled = shuffledBy(keys);
				const before = new Map([...claimMovements(owed, seen)].sort());
				expect(new Map([...claimMovements(shuffled(owed), shuffled(seen))].sort())).toEqual(before);
			}),
		);
	});
});

test("of two movements the nearer one is the known payment's, the other is left", () => {
	expect(claimed([sentAt("known", 10)], [lineAt("at 6", 6), lineAt("at 10", 10)])).toEqual({ "at 10": "known" });
});

test("a nearer movement is given up when another payment would go without", () => {
	const owed = [sentAt("first", 0), sentAt("second", 30)];
	expect(claimed(owed, [lineAt("early", -4), lineAt("both", 26)])).toEqual({ early: "first", both: "second" });
});

test("a movement outside every window is nobody's", () => {
	expect(claimed([sentAt("known", 0)], [lineAt("before", -6), lineAt("after", 34)])).toEqual({});
});

/** The textbook algorithm without times: tries to free a line for each payment in turn. */
function mostPairs(owed: Claimant[], seen: Line[]): number {
	const owner = new Map<string, Claimant>();
	const find = (claimant: Claimant, tried: Set<string>): boolean =>
		seen.some(({ id, at }) => {
			if (at < claimant.from || at > claimant.to || tried.has(id)) return false;
			tried.add(id);
			const holder = owner.get(id);
			if (holder && !find(holder, tried)) return false;
			owner.set(id, claimant);
			return true;
		});
	return owed.filter((claimant) => find(claimant, new Set())).length;
}

/** Tries every way: most pairs in the order of time, then the least distance. */
function leastAway(owed: Claimant[], seen: Line[]): { pairs: number; away: number } {
	const inTime = seen.toSorted((a, b) => a.at - b.at);
	const tryAll = (claimants: Claimant[], lines: Line[]): { pairs: number; away: number } => {
		const [claimant, ...others] = claimants;
		if (!claimant) return { pairs: 0, away: 0 };
		return lines.reduce(
			(best, { at }, place) => {
				if (at < claimant.from || at > claimant.to) return best;
				const rest = tryAll(others, lines.slice(place + 1));
				const way = { pairs: rest.pairs + 1, away: rest.away + Math.abs(at - claimant.expectedAt) };
				return way.pairs > best.pairs || (way.pairs === best.pairs && way.away < best.away) ? way : best;
			},
			tryAll(others, lines),
		);
	};
	return tryAll(
		owed.toSorted((a, b) => a.expectedAt - b.expectedAt),
		inTime,
	);
}

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { atOnce } from "#lib/slices.ts";
import {
	type Claimant,
	claimMovements as claimMovementsInSlices,
	type Line,
} from "#server/reconciliation/claim-movements.ts";

const claimMovements = (owed: Claimant[], seen: Line[]) => atOnce(claimMovementsInSlices(owed, seen));

const MINUTE = 60_000;
/** As payouts are: five minutes before to thirty-three after. */
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

	test("the order in which they are given changes nothing", () => {
		fc.assert(
			fc.property(claimants, lines, fc.infiniteStream(fc.nat()), (owed, seen, keys) => {
				const shuffled = <T>(items: T[]) =>
					items
						.map((item) => ({ item, key: keys.next().value ?? 0 }))
						.sort((a, b) => a.key - b.key)
						.map(({ item }) => item);
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

/** By trying to free a line for each payment in turn: the textbook's way, without times. */
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

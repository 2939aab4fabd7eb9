import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Claim, type Line, matchLines } from "#server/reconciliation/matching/match-lines.ts";
import { shuffledBy } from "#tests/support/random.ts";

const MINUTE = 60_000;
const claimAt = (id: string, minute: number, owed = true): Claim => ({
	id,
	owed,
	expectedAt: minute * MINUTE,
	from: (minute - 5) * MINUTE,
	to: (minute + 33) * MINUTE,
});
const lineAt = (id: string, minute: number): Line => ({ id, at: minute * MINUTE });
const told = (claims: Claim[], lines: Line[]) => Object.fromEntries(matchLines(claims, lines).lines);

const claims = fc
	.array(fc.tuple(fc.integer({ min: 0, max: 120 }), fc.boolean()), { maxLength: 12 })
	.map((all) => all.map(([minute, owed], index) => claimAt(`p${String(index).padStart(2, "0")}`, minute, owed)));
const lines = fc
	.array(fc.integer({ min: -10, max: 160 }), { maxLength: 12 })
	.map((minutes) => minutes.map((minute, index) => lineAt(`m${String(index).padStart(2, "0")}`, minute)));
const seeds = fc.infiniteStream(fc.nat());

describe("for any payments and lines of one type and amount", () => {
	test("every line gets one word, every payment that is owed a line gets one, and pairs are one to one inside the window", () => {
		fc.assert(
			fc.property(claims, lines, (all, seen) => {
				const matching = matchLines(all, seen);
				expect([...matching.lines.keys()].sort()).toEqual(seen.map(({ id }) => id));
				expect([...matching.claims.keys()].sort()).toEqual(all.filter(({ owed }) => owed).map(({ id }) => id));
				const taken: string[] = [];
				for (const [lineId, match] of matching.lines) {
					if (match.status !== "matched") continue;
					taken.push(match.claimId);
					const [line, claim] = [seen.find(({ id }) => id === lineId), all.find(({ id }) => id === match.claimId)];
					expect(line?.at).toBeGreaterThanOrEqual(claim?.from ?? Number.NaN);
					expect(line?.at).toBeLessThanOrEqual(claim?.to ?? Number.NaN);
					expect(claim?.owed).toBe(true);
					expect(matching.claims.get(match.claimId)).toEqual({ status: "matched", lineId, how: match.how });
				}
				expect(new Set(taken).size).toBe(taken.length);
			}),
			{ numRuns: 500 },
		);
	});

	test("the order in which they are given changes nothing, and neither does asking twice", () => {
		fc.assert(
			fc.property(claims, lines, seeds, (all, seen, keys) => {
				const shuffled = shuffledBy(keys);
				const before = sorted(matchLines(all, seen));
				expect(sorted(matchLines(shuffled(all), shuffled(seen)))).toEqual(before);
				expect(sorted(matchLines(all, seen))).toEqual(before);
			}),
		);
	});

	test("a line unexplained is in no payment's window, and no line is matched away from one that needs it", () => {
		fc.assert(
			fc.property(claims, lines, (all, seen) => {
				const matching = matchLines(all, seen);
				for (const [lineId, match] of matching.lines) {
					if (match.status !== "unexplained") continue;
					const at = seen.find(({ id }) => id === lineId)?.at ?? Number.NaN;
					const free = all.filter((claim) => matching.claims.get(claim.id)?.status !== "matched");
					expect(free.filter(({ from, to }) => at >= from && at <= to)).toEqual([]);
				}
			}),
			{ numRuns: 500 },
		);
	});

	test("rows that arrive later and far away change no word that was given before", () => {
		fc.assert(
			fc.property(claims, lines, lines, (all, seen, late) => {
				const before = matchLines(all, seen);
				const far = late.map(({ id, at }) => ({ id: `late ${id}`, at: at + 10_000 * MINUTE }));
				const after = matchLines(all, [...seen, ...far]);
				for (const [id, match] of before.lines) expect(after.lines.get(id)).toEqual(match);
				for (const [id, match] of before.claims) expect(after.claims.get(id)).toEqual(match);
			}),
		);
	});

	test("as many lines as payments at their own times are all matched, however many are equal", () => {
		fc.assert(
			fc.property(fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 30 }), (minutes) => {
				const all = minutes.map((minute, index) => claimAt(`p${index}`, minute));
				const seen = minutes.map((minute, index) => lineAt(`m${index}`, minute));
				const words = [...matchLines(all, seen).lines.values()];
				expect(words.every(({ status }) => status === "matched")).toBe(true);
			}),
		);
	});
});

describe("words", () => {
	test("one line in one window is its payment's; to the second of the service's own time that is said; outside it is nobody's", () => {
		expect(told([claimAt("p", 0)], [lineAt("m", 0)])).toEqual({ m: { status: "matched", claimId: "p", how: "time" } });
		expect(told([claimAt("p", 0)], [lineAt("m", 20)])).toEqual({ m: { status: "matched", claimId: "p", how: "only" } });
		const apart = matchLines([claimAt("p", 0)], [lineAt("m", 40)]);
		expect(apart.lines.get("m")).toEqual({ status: "unexplained" });
		expect(apart.claims.get("p")).toEqual({ status: "unmatched" });
	});

	test("two equal payments and two lines are matched as a group, by the order of time, and marked so", () => {
		const pair = told([claimAt("first", 0), claimAt("second", 0.1)], [lineAt("a", 0), lineAt("b", 0.1)]);
		expect(pair).toEqual({
			a: { status: "matched", claimId: "first", how: "order" },
			b: { status: "matched", claimId: "second", how: "order" },
		});
	});

	test("two lines for one payment are ambiguous, both of them, and so is the payment", () => {
		const matching = matchLines([claimAt("p", 0)], [lineAt("a", 0), lineAt("b", 0)]);
		expect([...matching.lines.values()].map(({ status }) => status)).toEqual(["ambiguous", "ambiguous"]);
		expect(matching.claims.get("p")).toMatchObject({ status: "ambiguous" });
	});

	test("one line for two payments at the same minute is ambiguous; at their own times it is the nearer one's", () => {
		expect(told([claimAt("p", 0), claimAt("q", 0)], [lineAt("m", 0)]).m).toMatchObject({ status: "ambiguous" });
		const matching = matchLines([claimAt("p", 0), claimAt("q", 10)], [lineAt("m", 10)]);
		expect(matching.lines.get("m")).toEqual({ status: "matched", claimId: "q", how: "time" });
		expect(matching.claims.get("p")).toEqual({ status: "unmatched" });
	});

	test("a line that only a payment of unknown outcome could explain is open; one too many is ambiguous", () => {
		expect(told([claimAt("p", 0, false)], [lineAt("m", 1)]).m).toMatchObject({ status: "open" });
		const two = told([claimAt("p", 0, false)], [lineAt("m", 1), lineAt("n", 2)]);
		expect([two.m?.status, two.n?.status]).toEqual(["ambiguous", "ambiguous"]);
	});

	test("a known payment takes its line before one of unknown outcome does", () => {
		const words = told([claimAt("known", 0), claimAt("lost", 1, false)], [lineAt("m", 4), lineAt("n", 6)]);
		expect(words).toMatchObject({ m: { status: "matched", claimId: "known", how: "order" }, n: { status: "open" } });
	});
});

function sorted({ lines: ofLines, claims: ofClaims }: ReturnType<typeof matchLines>) {
	return { lines: [...ofLines].sort(), claims: [...ofClaims].sort() };
}

test("of a hundred thousand lines of the same amount the time of each is read a few times, not once for each other", () => {
	const all = Array.from({ length: 100_000 }, (_, index) => claimAt(`p${index}`, index));
	let reads = 0;
	const seen = all.map(({ expectedAt }, index) => ({
		id: `m${index}`,
		get at() {
			reads += 1;
			return expectedAt + 1;
		},
	}));
	const matching = matchLines(all, seen);
	expect([...matching.lines.values()].filter(({ status }) => status === "matched")).toHaveLength(100_000);
	expect(reads).toBeLessThan(100 * all.length);
});

describe("of five thousand equal salaries", () => {
	const MANY = 5_000;
	/** One payout a second, each with a line that the service dates 300 ms later. */
	const salaries = Array.from({ length: MANY }, (_, index) => ({
		claim: { ...claimAt(`p${String(index).padStart(4, "0")}`, 0), ...timesOf(index * 1_000) },
		line: { id: `m${String(index).padStart(4, "0")}`, at: index * 1_000 + 300 },
	}));
	const every = salaries.map(({ claim }) => claim);
	/** Counts the reads of a line's time, which grow with the work and do not depend on the machine. */
	const counted = (all: Claim[], seen: Line[]) => {
		let reads = 0;
		const watched = seen.map(({ id, at }) => ({
			id,
			get at() {
				reads += 1;
				return at;
			},
		}));
		return { ...matchLines(all, watched), reads: () => reads };
	};
	const linesBut = (...places: number[]) =>
		salaries.flatMap(({ line }, place) => (places.includes(place) ? [] : [line]));
	const unlike = (matching: ReturnType<typeof matchLines>) =>
		[...matching.lines, ...matching.claims].flatMap(([id, { status }]) => (status === "matched" ? [] : [[id, status]]));

	const oneUnknown = every.map((claim, place) => (place === 2_500 ? { ...claim, owed: false } : claim));

	test.each<[string, Claim[], Line[], [string, string][]]>([
		["one whose outcome nobody knows leaves its own line open", oneUnknown, linesBut(), [["m2500", "open"]]],
		["a line too many", every, [...linesBut(), { id: "extra", at: 1_700_600 }], [["extra", "unexplained"]]],
		["a salary without a line", every, linesBut(3_210), [["p3210", "unmatched"]]],
	])("%s: named, and no other in doubt", (_what, all, seen, named) => {
		const matching = counted(all, seen);
		expect(unlike(matching)).toEqual(named);
		expect(matching.reads()).toBeLessThan(1_000 * MANY);
	});

	test("a thousand without a line are a thousand, and four thousand have theirs", () => {
		const missing = salaries.flatMap((_, place) => (place % 5 === 0 ? [place] : []));
		const matching = counted(every, linesBut(...missing));
		expect(unlike(matching)).toHaveLength(1_000);
		expect(matching.reads()).toBeLessThan(1_000 * MANY);
	});
});

function timesOf(ms: number) {
	return { expectedAt: ms, from: ms - 5 * MINUTE, to: ms + 33 * MINUTE };
}

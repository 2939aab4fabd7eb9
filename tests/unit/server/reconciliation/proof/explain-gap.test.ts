import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ExplanationPart, FeeRule } from "#lib/contracts/reconciliation.ts";
import { minorOf } from "#lib/money.ts";
import type { Discrepancy } from "#server/reconciliation/matching/pair-discrepancies.ts";
import { effectOf } from "#server/reconciliation/proof/effects.ts";
import {
	type Clues,
	type DecidedLine,
	explainGap,
	isDecided,
	type Subject,
} from "#server/reconciliation/proof/explain-gap.ts";
import type { UnbookedPayout } from "#server/reconciliation/proof/proof-inputs.ts";

const HOUR_MS = 3_600_000;
const [FROM, UNTIL] = [100 * HOUR_MS, 101 * HOUR_MS];
const TARIFF = (_type: string, amount: bigint) => (amount > 200n ? 100n : 0n);

const USUAL: FeeRule = { deposit: "beside", withdrawal: "beside", types: [] };
const side = fc.constantFrom("beside" as const, "inside" as const);
const rule: fc.Arbitrary<FeeRule> = fc.record({ deposit: side, withdrawal: side, types: fc.constant([]) });
// Small sums, so that a gap has several explanations, one or none.
const money = fc.integer({ min: 1, max: 9 }).map((units) => BigInt(units) * 100n);
const type = fc.constantFrom<string>("deposit", "withdrawal", "reversal");
/** In the middle of the stretch, hours outside of it, and days outside of it. */
const moment = fc.constantFrom(
	FROM + HOUR_MS / 2,
	FROM + HOUR_MS / 3,
	FROM + HOUR_MS / 4,
	FROM - 2 * HOUR_MS,
	UNTIL + 2 * HOUR_MS,
	FROM - 50 * HOUR_MS,
);
const fee = fc.constantFrom<bigint>(0n, 0n, 100n, 200n);

const odd = fc.record({
	kind: fc.constantFrom(
		"foreign" as const,
		"doubled" as const,
		"missing" as const,
		"late" as const,
		"wrong_amount" as const,
	),
	line: fc.record({ type, amount: money, fee, at: moment }),
	payment: fc.record({ type: fc.constantFrom<string>("deposit", "withdrawal"), amount: money, at: moment }),
});
type Odd = typeof odd extends fc.Arbitrary<infer T> ? T : never;
const way = fc.record({
	amount: money,
	fee: fc.constantFrom<bigint | null>(null, null, 100n),
	from: moment,
	lasts: fc.constantFrom(HOUR_MS, 3 * HOUR_MS, 60 * HOUR_MS),
});
const explained = fc.record({ type, amount: money, fee, at: moment });
const world = fc.record({
	odds: fc.array(odd, { minLength: 2, maxLength: 5 }),
	ways: fc.array(way, { maxLength: 2 }),
	explained: fc.array(explained, { maxLength: 2 }),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

const hasLine = ({ kind }: Odd) => kind !== "missing";
const hasPayment = ({ kind }: Odd) => kind !== "foreign" && kind !== "doubled";

function cluesOf({ odds, ways, explained: said }: World): Clues {
	const discrepancies = odds.map(
		(each, place): Discrepancy => ({
			...{ id: `odd-${place}`, kind: each.kind, alarm: false, at: each.line.at, likeIds: [], endedIds: [] },
			lineIds: hasLine(each) ? [`line-${place}`] : [],
			paymentIds: hasPayment(each) ? [`payment-${place}`] : [],
		}),
	);
	const subjects: Subject[] = [
		...odds.map(({ line }, place) => ({ id: `line-${place}`, ...line })),
		...odds.map(({ payment }, place) => ({ id: `payment-${place}`, ...payment, fee: null })),
		...said.map((line, place) => ({ id: `said-${place}`, ...line })),
	];
	const unbooked = ways.map(
		({ lasts, ...each }, place): UnbookedPayout => ({
			...{ ...each, paymentId: `way-${place}`, type: "withdrawal", until: each.from + lasts },
		}),
	);
	return {
		discrepancies,
		subjects: new Map(subjects.map((each) => [each.id, each])),
		explainedIds: said.map((_, place) => `said-${place}`),
		decided: [],
		unbooked,
		tariff: TARIFF,
	};
}

const explain = (of: World, gap: bigint, read: FeeRule) =>
	explainGap({ from: FROM, until: UNTIL, gap }, cluesOf(of), read);

/** The effect on the balance that each kind of part states, calculated here from the facts it names. */
function toldBy(part: ExplanationPart, clues: Clues, read: FeeRule): bigint[] {
	const subjects = [...part.lineIds, ...part.paymentIds].flatMap((id) => clues.subjects.get(id) ?? []);
	const line = subjects.find(({ id }) => part.lineIds.includes(id));
	const payment = subjects.find(({ id }) => part.paymentIds.includes(id));
	const lined = line ? effectOf(read, line.type, line.amount, line.fee ?? 0n) : 0n;
	const owed = payment ? effectOf(read, payment.type, payment.amount, minorOf(part.fee ?? "0")) : 0n;
	const sent = clues.unbooked.find(({ paymentId }) => part.paymentIds.includes(paymentId));
	const held = sent ? effectOf(read, sent.type, sent.amount, minorOf(part.fee ?? "0")) : 0n;
	switch (part.kind) {
		case "foreign":
		case "doubled":
			return [-lined];
		case "outside":
			return [lined];
		case "missing":
			return [owed];
		case "wrong_amount":
			return [owed - lined];
		case "late":
			return [-lined, lined];
		case "held":
			return [held];
		case "released":
			return [-held];
	}
}

describe("for any discrepancies and payouts in transit around a gap", () => {
	const gap = fc.integer({ min: -12, max: 12 }).map((units) => BigInt(units) * 100n);
	const away = (amount: string, missing: bigint) => Math.abs(Number(minorOf(amount) - missing));

	test("each part says what its own line or payment did, the nearest to the gap come first, and exact ones stand alone", () => {
		let exact = 0;
		fc.assert(
			fc.property(world, gap, rule, (of, missing, read) => {
				fc.pre(missing !== 0n);
				const parts = explain(of, missing, read);
				for (const part of parts) expect(toldBy(part, cluesOf(of), read)).toContain(minorOf(part.amount));
				const distances = parts.map(({ amount }) => away(amount, missing));
				expect(distances).toEqual([...distances].sort((a, b) => a - b));
				expect(parts.length).toBeLessThanOrEqual(4);
				if (distances[0] !== 0) return;
				exact += 1;
				expect(distances.every((distance) => distance === 0)).toBe(true);
			}),
			{ numRuns: 500 },
		);
		expect(exact).toBeGreaterThan(10);
	});

	test("a line that the balance does not know is found among any others", () => {
		const inside = fc.record({ type: fc.constantFrom<string>("deposit", "withdrawal"), amount: money, fee });
		fc.assert(
			fc.property(inside, fc.array(odd, { maxLength: 2 }), rule, (unknown, others, read) => {
				const line = { ...unknown, at: FROM + HOUR_MS / 2 };
				const payment = { type: "withdrawal", amount: 100n, at: 0 };
				const missing = -effectOf(read, unknown.type, unknown.amount, unknown.fee);
				fc.pre(missing !== 0n);
				const of: World = { odds: [{ kind: "foreign", line, payment }, ...others], ways: [], explained: [] };
				expect(explain(of, missing, read).map(({ amount }) => minorOf(amount))).toContain(missing);
			}),
		);
	});
});

test("a gap that nothing known comes to shows the nearest with its own amount, never one that is made to fit", () => {
	const line = { type: "withdrawal", amount: 500_000n, fee: 5_000n, at: FROM + HOUR_MS / 2 };
	const of: World = { odds: [{ kind: "foreign", line, payment: line }], ways: [], explained: [] };
	const read: FeeRule = { deposit: "beside", withdrawal: "beside", types: [] };
	for (const gap of [505_000n, 505_001n, -505_000n])
		expect(explain(of, gap, read)).toMatchObject([{ amount: "5050.00" }]);
});

describe("lines that people decided", () => {
	const line = (amount: bigint, { at = FROM + HOUR_MS / 2, paid = null as bigint | null } = {}) => ({
		...{ id: `line-${amount}`, type: "deposit", amount, fee: 10n, at, paid },
	});
	const closes = (gap: bigint, ...decided: DecidedLine[]) =>
		isDecided({ from: FROM, until: UNTIL, gap }, { decided }, USUAL);

	test("close a gap that one of them, or all of them, account for exactly", () => {
		expect(closes(-490n, line(500n))).toBe(true);
		expect(closes(-490n, line(500n), line(200n))).toBe(true);
		expect(closes(-680n, line(500n), line(200n))).toBe(true);
	});

	test("close the gap between a line's amount and that of the payment that it was given to", () => {
		expect(closes(-200n, line(500n, { paid: 300n }))).toBe(true);
		expect(closes(-490n, line(500n, { paid: 300n }))).toBe(false);
	});

	test("close no other gap: nearly is not enough, the sign counts, and so does the time", () => {
		expect(closes(-491n, line(500n))).toBe(false);
		expect(closes(490n, line(500n))).toBe(false);
		expect(closes(-490n, line(500n, { at: UNTIL + 1 }))).toBe(false);
		expect(closes(-490n)).toBe(false);
	});
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ExplanationPart } from "#lib/contracts/reconciliation.ts";
import { minorOf } from "#lib/money.ts";
import type { Discrepancy } from "#server/reconciliation/matching/pair-discrepancies.ts";
import { effectOf, type Rule } from "#server/reconciliation/proof/effects.ts";
import { type Clues, explainGap, type Subject } from "#server/reconciliation/proof/explain-gap.ts";
import type { OnItsWay, Sum } from "#server/reconciliation/proof/proof-inputs.ts";
import type { ChainInputs } from "#server/reconciliation/proof/prove-chain.ts";

const HOUR_MS = 3_600_000;
const [FROM, UNTIL] = [100 * HOUR_MS, 101 * HOUR_MS];
const TARIFF = (_type: string, amount: bigint) => (amount > 200n ? 100n : 0n);

const side = fc.constantFrom("beside" as const, "inside" as const);
const rule: fc.Arbitrary<Rule> = fc.record({ deposit: side, withdrawal: side, types: fc.constant({}) });
// Small sums meet: several explanations of one gap, and none, are both seen.
const money = fc.integer({ min: 1, max: 9 }).map((units) => BigInt(units) * 100n);
const type = fc.constantFrom<string>("deposit", "withdrawal", "reversal");
/** In the middle of the stretch, hours outside of it, days outside of it. */
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
	sums: fc.array(fc.record({ type, amount: money, fee }), { maxLength: 2 }),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

const hasLine = ({ kind }: Odd) => kind !== "missing";
const hasPayment = ({ kind }: Odd) => kind !== "foreign" && kind !== "doubled";

function cluesOf({ odds, ways, explained: said, sums }: World): { clues: Clues; inputs: ChainInputs } {
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
	const onTheirWay = ways.map(
		({ lasts, ...each }, place): OnItsWay => ({
			...{ ...each, paymentId: `way-${place}`, type: "withdrawal", until: each.from + lasts },
		}),
	);
	const ofReadings: Sum[] = sums.map((each) => ({ ...each, bucket: 1, count: 1 }));
	return {
		clues: {
			discrepancies,
			subjects: new Map(subjects.map((each) => [each.id, each])),
			explainedIds: said.map((_, place) => `said-${place}`),
			ways: onTheirWay,
			tariff: TARIFF,
		},
		inputs: { points: [], times: [FROM, UNTIL], sums: ofReadings, ways: onTheirWay, tariff: TARIFF },
	};
}

const total = (parts: readonly ExplanationPart[]) => parts.reduce((sum, { amount }) => sum + minorOf(amount), 0n);

function explain(of: World, gap: bigint, read: Rule): ExplanationPart[][] {
	const { clues, inputs } = cluesOf(of);
	return explainGap({ from: FROM, until: UNTIL, gap }, clues, read, inputs);
}

/** The effect on the balance that each kind of part states, calculated here from the facts it names. */
function toldBy(part: ExplanationPart, { clues, inputs }: ReturnType<typeof cluesOf>, read: Rule): bigint[] {
	const subjects = [...part.lineIds, ...part.paymentIds].flatMap((id) => clues.subjects.get(id) ?? []);
	const line = subjects.find(({ id }) => part.lineIds.includes(id));
	const payment = subjects.find(({ id }) => part.paymentIds.includes(id));
	const lined = line ? effectOf(read, line.type, line.amount, line.fee ?? 0n) : 0n;
	const owed = payment ? effectOf(read, payment.type, payment.amount, minorOf(part.fee ?? "0")) : 0n;
	const sent = clues.ways.find(({ paymentId }) => part.paymentIds.includes(paymentId));
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
		default: {
			const fees = Map.groupBy(inputs.sums, (sum) => sum.type);
			return [...fees.values()].flatMap((sums) => {
				const [amount, charged] = [0n, 0n].map((none, which) =>
					sums.reduce((all, sum) => all + (which === 0 ? sum.amount : sum.fee), none),
				) as [bigint, bigint];
				if (part.kind === "fee") return [charged, -charged];
				return [amount, -amount, amount - charged, -(amount + charged)];
			});
		}
	}
}

describe("for any findings, payouts on their way and fees around a gap", () => {
	const gap = fc.integer({ min: -12, max: 12 }).map((units) => BigInt(units) * 100n);

	test("the parts of each explanation add up to the gap, and each says what its own line or payment did", () => {
		let count = 0;
		fc.assert(
			fc.property(world, gap, rule, (of, missing, read) => {
				fc.pre(missing !== 0n);
				const explanations = explain(of, missing, read);
				count += explanations.length;
				expect(explanations.length).toBeLessThanOrEqual(4);
				for (const parts of explanations) {
					expect(total(parts)).toBe(missing);
					for (const part of parts) expect(toldBy(part, cluesOf(of), read)).toContain(minorOf(part.amount));
				}
			}),
			{ numRuns: 500 },
		);
		expect(count).toBeGreaterThan(50);
	});

	test("no line and no payment is in one explanation twice, and the shortest explanations alone are told", () => {
		fc.assert(
			fc.property(world, gap, rule, (of, missing, read) => {
				fc.pre(missing !== 0n);
				const explanations = explain(of, missing, read);
				for (const parts of explanations) {
					const named = parts.flatMap(({ lineIds, paymentIds }) => [...lineIds, ...paymentIds]);
					expect(new Set(named).size).toBe(named.length);
				}
				expect(new Set(explanations.map(({ length }) => length)).size).toBeLessThanOrEqual(1);
			}),
			{ numRuns: 500 },
		);
	});

	test("what one, two or three lines that the balance does not know come to is explained, by as many at most", () => {
		const inside = fc.record({ type: fc.constantFrom<string>("deposit", "withdrawal"), amount: money, fee });
		const lines = fc.array(inside, { minLength: 1, maxLength: 3 });
		fc.assert(
			fc.property(lines, fc.array(odd, { maxLength: 2 }), rule, (unknown, others, read) => {
				const odds = unknown.map(
					(line): Odd => ({
						kind: "foreign",
						line: { ...line, at: FROM + HOUR_MS / 2 },
						payment: { type: "withdrawal", amount: 100n, at: 0 },
					}),
				);
				const missing = unknown.reduce((sum, one) => sum - effectOf(read, one.type, one.amount, one.fee), 0n);
				fc.pre(missing !== 0n);
				const of = { odds: [...odds, ...others], ways: [], explained: [], sums: [] };
				const [first] = explain(of, missing, read);
				expect(first).toBeDefined();
				expect(first?.length).toBeLessThanOrEqual(unknown.length);
			}),
		);
	});
});

test("a gap that nothing known comes to is left unexplained, rather than by a sum that is nearly it", () => {
	const line = { type: "withdrawal", amount: 500_000n, fee: 5_000n, at: FROM + HOUR_MS / 2 };
	const payment = { type: "withdrawal", amount: 500_000n, at: FROM + HOUR_MS / 2 };
	const of: World = { odds: [{ kind: "foreign", line, payment }], ways: [], explained: [], sums: [] };
	const read: Rule = { deposit: "beside", withdrawal: "beside", types: {} };
	expect(explain(of, 505_000n, read)).toHaveLength(1);
	expect(explain(of, 505_001n, read)).toEqual([]);
	expect(explain(of, -505_000n, read)).toEqual([]);
});

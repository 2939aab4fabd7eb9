import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseRule } from "#server/reconciliation/proof/choose-rule.ts";
import { effectOf, type Rule, USUAL_RULE } from "#server/reconciliation/proof/effects.ts";
import { type ChainInputs, proveChain, timesOf } from "#server/reconciliation/proof/prove-chain.ts";

const STEP_MS = 60_000;
const side = fc.constantFrom("beside" as const, "inside" as const);
const money = fc.bigInt({ min: 10_000n, max: 10n ** 9n });
interface Line {
	type: string;
	amount: bigint;
	fee: bigint;
}

function linesOf(...types: string[]): fc.Arbitrary<Line[]> {
	const line = fc.record({ type: fc.constantFrom(...types), amount: money, fee: fc.bigInt({ min: 0n, max: 9_999n }) });
	return fc.array(line, { minLength: 1, maxLength: 8 });
}

/** A look after each line, as the balance is on a service that counts by this rule; `gaps`: what no line says, before some looks. */
function inputsOf(lines: readonly Line[], truth: Rule, gaps: readonly bigint[] = []): ChainInputs {
	let balance = 0n;
	const balances = [
		balance,
		...lines.map(({ type, amount, fee }, place) => {
			balance += effectOf(truth, type, amount, fee) + (gaps[place] ?? 0n);
			return balance;
		}),
	];
	const points = balances.map((each, place) => ({ balance: each, seenAt: place * STEP_MS, times: [place * STEP_MS] }));
	const sums = lines.map((line, place) => ({ ...line, bucket: place + 1, count: 1 }));
	return { points, times: timesOf(points), sums, ways: [], tariff: () => 0n };
}

const choose = (inputs: ChainInputs, inForce: Rule) => chooseRule(inputs, inForce);

describe("whatever rule was in force", () => {
	test("the service's own way of counting fees is found, and said of the kinds whose fees tell it", () => {
		fc.assert(
			fc.property(linesOf("deposit", "withdrawal"), side, side, side, side, (lines, deposit, withdrawal, ...before) => {
				const truth: Rule = { deposit, withdrawal, types: {} };
				const { chain, reading } = choose(inputsOf(lines, truth), {
					deposit: before[0],
					withdrawal: before[1],
					types: {},
				});
				expect(chain.uneven).toEqual([]);
				for (const kind of ["deposit", "withdrawal"] as const) {
					const isTold = lines.some(({ type, fee }) => type === kind && fee > 0n);
					expect(reading[kind]).toBe(isTold ? truth[kind] : "either");
					// The earlier rule stays where nothing decides.
					expect(chain.rule[kind]).toBe(isTold ? truth[kind] : before[kind === "deposit" ? 0 : 1]);
				}
				const charged = lines.filter(({ fee }) => fee > 0n).length;
				expect(reading).toMatchObject({ tested: charged, agreeing: charged });
			}),
		);
	});

	test("no look disagrees more often under the rule that is chosen than under the one in force, gaps or none", () => {
		const rule = fc.record({
			deposit: side,
			withdrawal: side,
			types: fc.dictionary(fc.constantFrom("reversal", "constructor"), fc.constantFrom("in" as const, "out" as const)),
		});
		const gap = fc.oneof(fc.constant(0n), fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }));
		const lines = linesOf("deposit", "withdrawal", "reversal", "constructor");
		fc.assert(
			fc.property(lines, rule, rule, fc.array(gap, { maxLength: 8 }), (all, truth, inForce, gaps) => {
				const inputs = inputsOf(all, truth, gaps);
				const kept = proveChain(inputs, inForce).uneven.length;
				expect(choose(inputs, inForce).chain.uneven.length).toBeLessThanOrEqual(kept);
			}),
		);
	});

	test("a type that nobody described goes the way that the balance goes", () => {
		const way = fc.constantFrom("in" as const, "out" as const, "none" as const);
		fc.assert(
			fc.property(linesOf("reversal"), way, way, (lines, effect, stood) => {
				const typed = (goes: typeof way extends fc.Arbitrary<infer T> ? T : never): Rule["types"] =>
					goes === "none" ? {} : { reversal: goes };
				const truth: Rule = { ...USUAL_RULE, types: typed(effect) };
				const { chain, reading } = choose(inputsOf(lines, truth), { ...USUAL_RULE, types: typed(stood) });
				expect(chain.uneven).toEqual([]);
				expect(reading.types).toEqual([{ type: "reversal", effect }]);
				expect(chain.rule.types).toEqual(typed(effect));
			}),
		);
	});
});

test("a type that the balance tells nothing of keeps the way it had, or none", () => {
	const lines: Line[] = [{ type: "reversal", amount: 100_000n, fee: 0n }];
	// Uneven whichever way it goes.
	const inputs = inputsOf(lines, USUAL_RULE, [1n]);
	const ways: Rule["types"][] = [{}, { reversal: "in" }, { reversal: "out" }];
	for (const stood of ways) {
		const { chain, reading } = choose(inputs, { ...USUAL_RULE, types: stood });
		expect(chain.rule.types).toEqual(stood);
		expect(reading.types).toEqual([{ type: "reversal", effect: stood.reversal ?? "unknown" }]);
	}
});

test("a fee that neither reading makes even is said to be read in neither way", () => {
	const lines: Line[] = [{ type: "withdrawal", amount: 100_000n, fee: 500n }];
	const { reading } = choose(inputsOf(lines, USUAL_RULE, [1n]), USUAL_RULE);
	expect(reading).toMatchObject({ deposit: "either", withdrawal: "neither", tested: 1, agreeing: 0 });
});

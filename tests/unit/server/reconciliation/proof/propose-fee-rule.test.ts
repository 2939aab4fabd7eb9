import fc from "fast-check";
import { expect, test } from "vitest";
import type { FeeRule } from "#lib/contracts/reconciliation.ts";
import { effectOf, USUAL_RULE } from "#server/reconciliation/proof/effects.ts";
import { proposeFeeRule } from "#server/reconciliation/proof/propose-fee-rule.ts";

const side = fc.constantFrom("beside" as const, "inside" as const);
const rule: fc.Arbitrary<FeeRule> = fc.record({
	deposit: side,
	withdrawal: side,
	types: fc.constantFrom("in" as const, "out" as const).map((effect) => [{ type: "commission", effect }]),
});
const line = fc.record({
	type: fc.constantFrom("deposit", "withdrawal", "commission"),
	amount: fc.bigInt({ min: 1_000n, max: 1_000_000n }),
	fee: fc.bigInt({ min: 1n, max: 900n }),
});

function monthOf(lines: readonly { type: string; amount: bigint; fee: bigint }[], truth: FeeRule) {
	let balance = 10n ** 12n;
	const readings = [{ balance, updatedAt: 0, firstAt: 0, lastAt: 0 }];
	const sums = lines.map(({ type, amount, fee }, place) => {
		balance += effectOf(truth, type, amount, fee);
		const at = place + 1;
		readings.push({ balance, updatedAt: at, firstAt: at, lastAt: at });
		return { bucket: at, type, count: 1, amount, fee };
	});
	return [readings, sums] as const;
}

test("the rule by which a month's balances follow from its lines is proposed, whatever it is", () => {
	fc.assert(
		fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), rule, (lines, truth) => {
			const proposed = proposeFeeRule(...monthOf(lines, truth));
			expect(proposed).toMatchObject({ tested: lines.length, agreeing: lines.length });
			for (const { type, amount, fee } of lines)
				expect(effectOf(proposed?.rule ?? USUAL_RULE, type, amount, fee)).toBe(effectOf(truth, type, amount, fee));
		}),
	);
});

test("nothing is proposed from lines without fees, or between readings with lines of several types", () => {
	const [readings] = monthOf([{ type: "deposit", amount: 100n, fee: 1n }], USUAL_RULE);
	const sum = { bucket: 1, count: 1, amount: 100n };
	expect(proposeFeeRule(readings, [{ ...sum, type: "deposit", fee: 0n }])).toBeNull();
	const both = ["deposit", "withdrawal"].map((type) => ({ ...sum, type, fee: 1n }));
	expect(proposeFeeRule(readings, both)).toBeNull();
});

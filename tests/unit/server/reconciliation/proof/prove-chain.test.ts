import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FeeRule } from "#lib/contracts/reconciliation.ts";
import { effectOf } from "#server/reconciliation/proof/effects.ts";
import type { Sum, UnbookedPayout } from "#server/reconciliation/proof/proof-inputs.ts";
import {
	type ChainInputs,
	disagreeing,
	heldIn,
	proveChain,
	timesOf,
} from "#server/reconciliation/proof/prove-chain.ts";

// So far apart that no tolerance reaches from one reading to the next.
const STEP_MS = 60_000;
const side = fc.constantFrom("beside" as const, "inside" as const);
const rule: fc.Arbitrary<FeeRule> = fc.record({
	deposit: side,
	withdrawal: side,
	types: fc.constantFrom<FeeRule["types"]>([], [{ type: "reversal", effect: "in" }]),
});
const sum = fc.record({
	type: fc.constantFrom("deposit", "withdrawal", "reversal", "constructor"),
	amount: fc.bigInt({ min: 1n, max: 10n ** 12n }),
	fee: fc.bigInt({ min: 0n, max: 10n ** 6n }),
});
/** Between two readings: lines, and a change of the balance without any. */
const stretch = fc.record({
	lines: fc.array(sum, { maxLength: 3 }),
	gap: fc.oneof(fc.constant(0n), fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n })),
});
const life = fc.array(stretch, { minLength: 1, maxLength: 8 });
type Life = { lines: Omit<Sum, "bucket" | "count">[]; gap: bigint }[];

function inputsOf(stretches: Life, read: FeeRule, unbooked: readonly UnbookedPayout[] = []): ChainInputs {
	let balance = 1_000_000n;
	const balances = [
		balance,
		...stretches.map(({ lines, gap }) => {
			for (const { type, amount, fee } of lines) balance += effectOf(read, type, amount, fee);
			balance += gap;
			return balance;
		}),
	];
	const points = balances.map((each, place) => {
		const at = place * STEP_MS;
		const off = unbooked.filter(({ from, until }) => from <= at && until > at);
		const held = off.reduce((total, { type, amount, fee }) => total + effectOf(read, type, amount, fee ?? 0n), 0n);
		return { balance: each + held, seenAt: at, times: [at] };
	});
	const sums = stretches.flatMap(({ lines }, place) => lines.map((each) => ({ ...each, bucket: place + 1, count: 1 })));
	return { points, times: timesOf(points), sums, unbooked, tariff: () => 0n };
}

describe("for any life of a wallet, looked at now and then", () => {
	test("exactly the stretches in which the balance did what no line says disagree, each by exactly that", () => {
		fc.assert(
			fc.property(life, rule, (stretches, read) => {
				const chain = proveChain(inputsOf(stretches, read), read);
				const wanted = stretches.flatMap(({ gap }, place) =>
					gap === 0n ? [] : [{ from: place * STEP_MS, until: (place + 1) * STEP_MS, gap }],
				);
				expect(disagreeing(chain.chosen)).toEqual(wanted);
				expect(chain.chosen).toHaveLength(stretches.length + 1);
			}),
		);
	});

	test("whatever a wrong reading makes disagree, no gap vanishes between the first look and the last", () => {
		fc.assert(
			fc.property(life, rule, rule, (stretches, read, other) => {
				const chain = proveChain(inputsOf(stretches, read), other);
				const [first, last] = [chain.chosen[0]?.residual ?? 0n, chain.chosen.at(-1)?.residual ?? 0n];
				const done = (by: FeeRule) =>
					stretches
						.flatMap(({ lines }) => lines)
						.reduce((total, { type, amount, fee }) => total + effectOf(by, type, amount, fee), 0n);
				const gaps = stretches.reduce((total, { gap }) => total + gap, 0n);
				expect(last - first).toBe(gaps + done(read) - done(other));
				expect(disagreeing(chain.chosen).reduce((total, { gap }) => total + gap, 0n)).toBe(last - first);
			}),
		);
	});

	test("a payout that is taken off before its line is dated is no gap, and is held for as long as its line is not there", () => {
		const payout = fc.record({
			amount: fc.bigInt({ min: 1n, max: 10n ** 9n }),
			fee: fc.bigInt({ min: 0n, max: 10n ** 4n }),
			sent: fc.nat(3),
			lasts: fc.integer({ min: 1, max: 4 }),
		});
		fc.assert(
			fc.property(fc.array(payout, { minLength: 1, maxLength: 4 }), side, (payouts, withdrawal) => {
				const read: FeeRule = { deposit: "beside", withdrawal, types: [] };
				const stretches: Life = Array.from({ length: 8 }, () => ({ lines: [], gap: 0n }));
				const unbooked = payouts.map(({ amount, fee, sent, lasts }, place): UnbookedPayout => {
					stretches[sent + lasts]?.lines.push({ type: "withdrawal", amount, fee });
					// Sent a quarter of a step after a reading, with a line dated as long before another reading.
					const [from, until] = [(sent + 0.25) * STEP_MS, (sent + lasts + 0.75) * STEP_MS];
					return { paymentId: `payout-${place}`, type: "withdrawal", amount, fee, from, until };
				});
				const chain = proveChain(inputsOf(stretches, read, unbooked), read);
				expect(disagreeing(chain.chosen)).toEqual([]);
				for (const reading of chain.chosen) {
					const off = unbooked.filter(({ from, until }) => from <= reading.at && until > reading.at);
					const wanted = off.reduce((total, way) => total + effectOf(read, way.type, way.amount, way.fee ?? 0n), 0n);
					expect(heldIn(chain, reading)).toBe(wanted);
				}
			}),
		);
	});
});

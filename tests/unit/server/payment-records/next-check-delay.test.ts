import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PAYMENT_STATES } from "#lib/payment-state.ts";
import { nextCheckDelay, type WatchedPayment } from "#server/payment-records/next-check-delay.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const deposit: WatchedPayment = {
	kind: "deposit",
	state: "pending",
	reference: "DEP-1",
	hintReference: null,
	checks: 0,
	sinceSentMs: 0,
	sinceFinalMs: 0,
	windowLeftMs: 10 * MINUTE,
	fault: false,
	retryAfterSeconds: null,
};
const payout: WatchedPayment = { ...deposit, kind: "payout", reference: "TX-1", windowLeftMs: null };
const steady = (watched: WatchedPayment) => nextCheckDelay(watched, 0.5);

describe("a growing delay", () => {
	test("a deposit is looked at after 2 s, then less and less often, and at least each minute while the payer may pay", () => {
		const delays = Array.from({ length: 12 }, (_, checks) => steady({ ...deposit, checks }) ?? 0);
		expect(delays.slice(0, 5)).toEqual([2_000, 3_000, 5_000, 8_000, 12_000]);
		expect(delays).toEqual([...delays].sort((a, b) => a - b));
		expect(Math.max(...delays)).toBeLessThan(MINUTE);
	});

	test("after the payer's window it slows down, and never stops while there is no final word", () => {
		const late = (minutes: number) => steady({ ...deposit, checks: 50, windowLeftMs: -minutes * MINUTE });
		expect(late(1)).toBeLessThan(MINUTE);
		expect([late(10), late(120), late(3 * 24 * 60)]).toEqual([5 * MINUTE, 30 * MINUTE, 4 * HOUR]);
	});

	test("a payout is looked at each minute for hours: people wait for it", () => {
		expect(steady(payout)).toBe(5_000);
		expect(steady({ ...payout, checks: 300, sinceSentMs: 5 * HOUR })).toBeLessThan(MINUTE);
		expect(steady({ ...payout, checks: 900, sinceSentMs: 48 * HOUR })).toBe(4 * HOUR);
	});

	test("what is open is due within 50 s of any look, so that its turn in line fits into the minute too", () => {
		const open = fc.record({
			kind: fc.constantFrom("deposit" as const, "payout" as const),
			checks: fc.nat(1_000),
			fault: fc.boolean(),
			random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
		});
		fc.assert(
			fc.property(open, ({ kind, checks, fault, random }) => {
				const delay = nextCheckDelay({ ...(kind === "deposit" ? deposit : payout), checks, fault }, random);
				expect(delay).toBeLessThanOrEqual(50_000);
			}),
		);
	});

	test.each(["succeeded", "failed"] as const)("a payment that %s is watched for seven days", (state) => {
		const afterHours = (hours: number) => steady({ ...payout, state, sinceFinalMs: hours * HOUR });
		expect([afterHours(0), afterHours(1), afterHours(12), afterHours(48), afterHours(168)]).toEqual([
			5 * MINUTE,
			HOUR,
			6 * HOUR,
			24 * HOUR,
			null,
		]);
	});

	test("without a reference or a hint there is nothing to ask", () => {
		expect(steady({ ...payout, reference: null })).toBeNull();
		expect(steady({ ...payout, state: "unknown", reference: null })).toBeNull();
		expect(steady({ ...payout, state: "unknown", reference: null, hintReference: "TX-1" })).toBe(5_000);
	});
});

const watched = fc.record({
	kind: fc.constantFrom("deposit" as const, "payout" as const),
	state: fc.constantFrom(...PAYMENT_STATES),
	reference: fc.option(fc.constant("TX-1")),
	hintReference: fc.option(fc.constant("TX-2")),
	checks: fc.nat(10_000),
	sinceSentMs: fc.integer({ min: -HOUR, max: 400 * HOUR }),
	sinceFinalMs: fc.integer({ min: -HOUR, max: 400 * HOUR }),
	windowLeftMs: fc.option(fc.integer({ min: -400 * HOUR, max: HOUR })),
	fault: fc.boolean(),
	retryAfterSeconds: fc.option(fc.nat(100_000)),
});

test("a delay is never shorter than a second and a half, and never longer than a day and its jitter", () => {
	fc.assert(
		fc.property(watched, fc.double({ min: 0, max: 0.999, noNaN: true }), (each, random) => {
			const delay = nextCheckDelay(each, random);
			return delay === null || (delay >= 1_500 && delay <= 24 * HOUR * 1.1);
		}),
	);
});

test("after a fault an open payment is looked at within a minute, a final one as planned, unless the service names its time", () => {
	fc.assert(
		fc.property(watched, fc.double({ min: 0, max: 0.999, noNaN: true }), (each, random) => {
			const delay = nextCheckDelay({ ...each, fault: true }, random);
			if (delay === null) return true;
			if (each.state === "succeeded" || each.state === "failed")
				return delay === nextCheckDelay({ ...each, fault: false }, random);
			const asked = Math.min(each.retryAfterSeconds ?? 0, 3_600) * 1_000;
			return delay >= asked && delay <= Math.max(asked, MINUTE);
		}),
	);
});

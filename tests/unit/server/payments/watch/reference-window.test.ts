import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { learnDifference, placeInWindow, TOLERANCE_MS } from "#server/payments/watch/reference-window.ts";

const PERMIT = new Date("2026-03-10T09:00:00Z");
const HOUR = 3_600_000;
const atPermit = (ms: number) => new Date(PERMIT.getTime() + ms);
const sent = { created_at: atPermit(-HOUR), sent_at: PERMIT, service_sent_at: null, may_have_left_until: null };

describe("a transaction is ours only in the moments after its permit", () => {
	test.each([
		[-TOLERANCE_MS - 1, "older"],
		[-TOLERANCE_MS, "within"],
		[0, "within"],
		[33 * 60_000, "within"],
		[33 * 60_000 + 1, "later"],
	])("%d ms after it: %s", (ms, placed) => {
		expect(placeInWindow(sent, atPermit(ms))).toBe(placed);
	});

	test("without a time it proves nothing", () => {
		expect(placeInWindow(sent, null)).toBe("undated");
	});

	test("by the service's clock where it was heard, however far from ours", () => {
		const offset = fc.integer({ min: -30 * HOUR, max: 30 * HOUR });
		const afterwards = fc.integer({ min: -3 * HOUR, max: 3 * HOUR });
		fc.assert(
			fc.property(offset, afterwards, (off, ms) => {
				const heard = { ...sent, service_sent_at: atPermit(off) };
				expect(placeInWindow(heard, atPermit(off + ms))).toBe(placeInWindow(sent, atPermit(ms)));
			}),
		);
	});

	test("what is learned moves the window, and never widens it", () => {
		const any = fc.integer({ min: -26 * HOUR, max: 26 * HOUR });
		fc.assert(
			fc.property(any, any, (learned, ms) => {
				expect(placeInWindow(sent, atPermit(learned + ms), learned)).toBe(placeInWindow(sent, atPermit(ms)));
			}),
		);
	});
});

describe("the difference between a service's transactions and its answers", () => {
	const samples = (...differences: number[]) =>
		differences.map((ms, index) => ({ sent: atPermit(-index * HOUR), created: atPermit(-index * HOUR + ms) }));

	test("is learned when three agree, whatever the others say", () => {
		expect(learnDifference(samples(HOUR, HOUR + 2_000, HOUR + 1_000))).toBe(HOUR);
		expect(learnDifference(samples(-5 * HOUR, HOUR, 0, HOUR + 2_000, HOUR + 1_000))).toBe(HOUR);
	});

	test("is not learned from fewer, from any that disagree, or from further than clocks can be apart", () => {
		expect(learnDifference([])).toBe(0);
		expect(learnDifference(samples(HOUR, HOUR))).toBe(0);
		expect(learnDifference(samples(HOUR, 2 * HOUR, 3 * HOUR, 4 * HOUR, 5 * HOUR))).toBe(0);
		expect(learnDifference(samples(-48 * HOUR, -48 * HOUR, -48 * HOUR))).toBe(0);
	});

	test("one old transaction that is told again and again teaches nothing", () => {
		const created = atPermit(-HOUR);
		const again = [0, 10_000, 20_000, 30_000].map((ms) => ({ sent: atPermit(ms), created }));
		expect(learnDifference(again)).toBe(0);
	});
});

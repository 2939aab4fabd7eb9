import fc from "fast-check";
import { expect, test } from "vitest";
import { ANSWERS_WEIGHED, laneCount } from "#server/payment-records/lanes.ts";

const [good, bad] = [true, false];
const answers = fc.array(fc.boolean(), { maxLength: ANSWERS_WEIGHED });

test("a wallet begins with one lane, and has all of them once the service has answered well for long enough", () => {
	expect(laneCount([], 16)).toBe(1);
	expect(laneCount([good], 16)).toBe(2);
	expect(laneCount(Array(ANSWERS_WEIGHED).fill(good), 16)).toBe(16);
});

test("an answer that is not good halves the lanes", () => {
	const all = Array(ANSWERS_WEIGHED).fill(good);
	expect(laneCount([...all, bad], 16)).toBe(8);
	expect(laneCount([...all, bad, bad], 16)).toBe(4);
	expect(laneCount([...all, ...Array(9).fill(bad)], 16)).toBe(1);
});

test("there is always one lane, and never more than PAYOUT_LANES", () => {
	fc.assert(
		fc.property(answers, fc.integer({ min: 1, max: 16 }), (given, ceiling) => {
			const lanes = laneCount(given, ceiling);
			return Number.isInteger(lanes) && lanes >= 1 && lanes <= ceiling;
		}),
	);
});

test("a good answer never takes a lane away, and a bad one never adds one", () => {
	fc.assert(
		fc.property(answers, (given) => {
			const lanes = laneCount(given, 16);
			expect(laneCount([...given, good], 16)).toBeGreaterThanOrEqual(lanes);
			expect(laneCount([...given, bad], 16)).toBeLessThanOrEqual(lanes);
		}),
	);
});

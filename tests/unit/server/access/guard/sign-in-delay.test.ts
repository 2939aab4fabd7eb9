import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type DelayKind, delayAfter } from "#server/access/guard/sign-in-delay.ts";

const KINDS: readonly DelayKind[] = ["pair", "browser", "account", "address"];

describe("the delay after wrong passwords", () => {
	test.each(["pair", "browser"] as const)("of one %s begins with the fifth and doubles up to five minutes", (kind) => {
		const seconds = Array.from({ length: 16 }, (_, failures) => delayAfter(failures, kind) / 1_000);
		expect(seconds).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
	});

	test("begins later for an address, which an office shares", () => {
		expect([19, 20, 21].map((failures) => delayAfter(failures, "address"))).toEqual([0, 1_000, 2_000]);
	});

	test("of a whole account, which strangers can cause, begins after a hundred and is half a minute at most", () => {
		expect([99, 100, 101].map((failures) => delayAfter(failures, "account"))).toEqual([0, 1_000, 2_000]);
		expect(delayAfter(1_000_000, "account")).toBe(30_000);
	});

	test("never passes five minutes, so nobody is locked out for good, and never shrinks while guessing goes on", () => {
		fc.assert(
			fc.property(fc.constantFrom(...KINDS), fc.nat(), (kind, failures) => {
				expect(delayAfter(failures, kind)).toBeLessThanOrEqual(300_000);
				expect(delayAfter(failures + 1, kind)).toBeGreaterThanOrEqual(delayAfter(failures, kind));
			}),
		);
	});
});

import { describe, expect, test } from "vitest";
import { delayAfter } from "#server/access/sign-in-delay.ts";

describe("the delay after wrong passwords", () => {
	test("begins with the fifth for an account and doubles up to five minutes", () => {
		const seconds = Array.from({ length: 16 }, (_, failures) => delayAfter(failures, "account") / 1_000);
		expect(seconds).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
	});

	test("begins later for an address, which an office shares", () => {
		expect([19, 20, 21].map((failures) => delayAfter(failures, "address"))).toEqual([0, 1_000, 2_000]);
	});

	test("never passes five minutes, so nobody is locked out for good", () => {
		expect(delayAfter(1_000_000, "account")).toBe(300_000);
	});
});

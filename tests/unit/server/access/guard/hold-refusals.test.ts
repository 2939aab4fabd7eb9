import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { holdRefusal, nextRefusal } from "#server/access/sign-in.ts";

describe("refusals of one address", () => {
	beforeEach(() => vi.useFakeTimers({ toFake: ["performance"] }));
	afterEach(() => vi.useRealTimers());

	test("come at once while they are few, then twenty a second, and none is held for longer than two seconds", () => {
		const waits: number[] = [];
		let last: number | undefined;
		for (let count = 0; count < 100; count += 1) {
			last = nextRefusal(last, 5_000);
			waits.push(Math.max(0, last - 5_000));
		}
		expect(waits.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 0));
		expect(waits.slice(20, 24)).toEqual([50, 100, 150, 200]);
		expect(waits.at(-1)).toBe(2_000);
		expect(nextRefusal(last, 60_000)).toBeLessThan(60_000);
	});

	test("are never more than twenty at once and twenty a second, for who waits for each before the next", () => {
		fc.assert(
			fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 30, maxLength: 120 }), (pauses) => {
				let [now, last] = [0, undefined as number | undefined];
				const answered: number[] = [];
				for (const pause of pauses) {
					last = nextRefusal(last, now + pause);
					now = Math.max(now + pause, last);
					answered.push(now);
				}
				for (const [place, at] of answered.entries()) {
					const within = answered.slice(place).filter((each) => each < at + 1_000).length;
					expect(within).toBeLessThanOrEqual(40);
				}
			}),
		);
	});

	test("hold nobody at another address", async () => {
		const held: string[] = [];
		for (let count = 0; count < 21; count += 1) void holdRefusal("192.0.2.1").then(() => held.push("guesser"));
		await holdRefusal("192.0.2.2");
		expect(held).toHaveLength(20);
		await expect.poll(() => held).toHaveLength(21);
	});
});

import { describe, expect, test } from "vitest";
import { explainReadings, type OwnPayout, type Reading } from "#server/continuity/watch-wallet.ts";

/** Balances in units and times in seconds; a payout is permitted between two readings. */
const reading = (id: number, balance: number, at: number, updatedAt = at): Reading => ({
	...{ id: String(id), balance: BigInt(balance), updatedAt },
	...{ firstSeenAt: at * 1_000, lastSeenAt: at * 1_000, keptAt: at * 1_000 },
});
const own = (amount: number, at: number): OwnPayout => ({ amount: BigInt(amount), permittedAt: at * 1_000 });
const START = reading(1, 100_000, 0);

describe("the balance alone", () => {
	test("explains a payout of ours between two readings close together, with a fee up to three in a hundred", () => {
		const payout = [own(10_000, 1)];
		expect(explainReadings([START, reading(2, 89_700, 4)], payout)).toEqual({ explained: true, reached: "2" });
		expect(explainReadings([START, reading(2, 89_699, 4)], payout).explained).toBe(false);
		expect(explainReadings([START, reading(2, 89_000, 4)], [own(1, 1)]).explained).toBe(false);
	});

	test("says nothing of a payout of ours when the next reading comes later than a quarter of a minute", () => {
		expect(explainReadings([START, reading(2, 89_900, 15)], [own(10_000, 1)]).explained).toBe(true);
		expect(explainReadings([START, reading(2, 89_900, 16)], [own(10_000, 1)])).toEqual({
			explained: false,
			reached: null,
		});
	});

	test("does not take money in and out for nothing: what moved the wallet beside our payouts is asked of its lines", () => {
		const readings = [START, reading(2, 89_900, 4), reading(3, 89_900, 60)];
		expect(explainReadings(readings, [own(10_000, 1)])).toEqual({ explained: false, reached: "2" });
		const same = [START, reading(2, 89_900, 4), reading(3, 89_900, 60, 4)];
		expect(explainReadings(same, [own(10_000, 1)])).toEqual({ explained: true, reached: "3" });
	});

	test("lets a payout whose money has not left yet explain one drop, not two", () => {
		const late = [START, reading(2, 100_000, 2, 0), reading(3, 89_900, 5)];
		expect(explainReadings(late, [own(10_000, 1)])).toEqual({ explained: true, reached: "3" });
		const twice = [...late, reading(4, 79_800, 8)];
		expect(explainReadings(twice, [own(10_000, 1)])).toEqual({ explained: false, reached: "3" });
	});

	test("does not take an older picture that was written later for money that came in, and takes it so a quarter of a minute later", () => {
		const payout = [own(10_000, 1)];
		const overtaken = [START, reading(2, 89_900, 4), reading(3, 100_000, 5, 0)];
		expect(explainReadings(overtaken, payout)).toEqual({ explained: true, reached: "2" });
		expect(explainReadings([...overtaken, reading(4, 79_900, 6)], payout)).toEqual({ explained: false, reached: "2" });
		const back = [START, reading(2, 89_900, 4), reading(3, 100_000, 20, 0)];
		expect(explainReadings(back, payout)).toEqual({ explained: false, reached: "2" });
	});

	test("explains nothing by more payouts than it can tell apart", () => {
		const many = Array.from({ length: 21 }, () => own(10, 1));
		expect(explainReadings([START, reading(2, 99_790, 4)], many).explained).toBe(false);
	});
});

import { describe, expect, test } from "vitest";
import { createServiceClock } from "#server/momo/service-clock.ts";

const DATE = "Tue, 10 Mar 2026 09:00:00 GMT";

describe("the service's clock", () => {
	test("is told by the last answer, before and after it", () => {
		const clock = createServiceClock(() => performance.now());
		expect(clock.timeAt(1_000)).toBeNull();
		clock.record(DATE, 1_000);
		expect(clock.timeAt(31_000)?.toISOString()).toBe("2026-03-10T09:00:30.000Z");
		expect(clock.timeAt(-9_000)?.toISOString()).toBe("2026-03-10T08:59:50.000Z");
	});

	test("is not known long after it was heard, nor from what is no date", () => {
		const clock = createServiceClock(() => performance.now());
		clock.record(DATE, 0);
		clock.record("soon", 1_000);
		clock.record(undefined, 1_000);
		expect(clock.timeAt(600_000)).not.toBeNull();
		expect(clock.timeAt(600_001)).toBeNull();
	});

	test("is not known any more after a sleep, when the clock on the wall went on and the ticks did not", () => {
		let slept = 0;
		const clock = createServiceClock(() => performance.now() + slept);
		clock.record(DATE, performance.now());
		expect(clock.timeAt(performance.now())).not.toBeNull();
		slept = 3_600_000;
		expect(clock.timeAt(performance.now())).toBeNull();
	});
});

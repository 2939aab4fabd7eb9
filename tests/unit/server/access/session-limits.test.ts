import { describe, expect, test } from "vitest";
import { idleLimitMs, sessionEnd } from "#server/access/session-limits.ts";

const at = (time: string) => new Date(`2026-03-10T${time}Z`);
const MINUTE = 60_000;

describe("a session's end", () => {
	test("is the idle limit after the last heartbeat", () => {
		const times = { createdAt: at("08:00:00"), lastSeenAt: at("09:30:00") };
		expect(sessionEnd(times, 15 * MINUTE)).toEqual(at("09:45:00"));
	});

	test("is twelve hours after sign-in, however busy", () => {
		const times = { createdAt: at("08:00:00"), lastSeenAt: at("19:59:00") };
		expect(sessionEnd(times, 15 * MINUTE)).toEqual(at("20:00:00"));
	});
});

describe("the idle setting", () => {
	test("is minutes", () => {
		expect(idleLimitMs({ minutes: 5 })).toBe(5 * MINUTE);
	});

	test.each([
		null,
		undefined,
		{},
		{ minutes: 0 },
		{ minutes: -3 },
		{ minutes: Number.NaN },
		{ minutes: "99" },
		{ minutes: 721 },
		7,
	])("%j falls back to fifteen minutes", (value) => {
		expect(idleLimitMs(value)).toBe(15 * MINUTE);
	});
});

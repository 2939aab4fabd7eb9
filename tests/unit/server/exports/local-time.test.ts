import { expect, test } from "vitest";
import { localTime } from "#server/exports/sheet.ts";

test.each([
	["Africa/Abidjan", "2026-03-10T09:00:00.000Z", "2026-03-10 09:00:00"],
	["Africa/Lagos", "2026-03-10T23:30:00.000001Z", "2026-03-11 00:30:00"],
	["Asia/Kolkata", "2026-12-31T18:30:00.5Z", "2027-01-01 00:00:00"],
	["America/New_York", "2026-03-08T06:59:59.999Z", "2026-03-08 01:59:59"],
	["America/New_York", "2026-03-08T07:00:00.000Z", "2026-03-08 03:00:00"],
])("in %s, clocks show %s as %s", (timeZone, utc, local) => {
	expect(localTime(utc, timeZone)).toBe(local);
});

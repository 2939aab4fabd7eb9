import fc from "fast-check";
import { expect, test } from "vitest";
import { businessTime } from "#server/exports/business-time.ts";

test.each([
	["Africa/Abidjan", "2026-03-10T09:00:00.000Z", "2026-03-10T09:00:00.000+00:00"],
	["Africa/Lagos", "2026-03-10T23:30:00.000001Z", "2026-03-11T00:30:00.000001+01:00"],
	["Asia/Kolkata", "2026-12-31T18:30:00.5Z", "2027-01-01T00:00:00.5+05:30"],
	["America/New_York", "2026-03-08T06:59:59.999Z", "2026-03-08T01:59:59.999-05:00"],
	["America/New_York", "2026-03-08T07:00:00.000Z", "2026-03-08T03:00:00.000-04:00"],
])("in %s, %s is %s", (timeZone, utc, local) => {
	expect(businessTime(timeZone).iso(utc)).toBe(local);
});

test("the local form is the same instant", () => {
	const zones = ["Africa/Lagos", "America/St_Johns", "Australia/Lord_Howe", "Asia/Kathmandu"].map((zone) =>
		businessTime(zone),
	);
	const times = fc.date({ min: new Date("1990-01-01"), max: new Date("2090-01-01"), noInvalidDate: true });
	fc.assert(
		fc.property(times, fc.constantFrom(...zones), (at, zone) => {
			expect(Date.parse(zone.iso(at.toISOString()))).toBe(at.getTime());
			expect(new Date(zone.wallMs(at.toISOString())).toISOString().slice(0, 23)).toBe(
				zone.iso(at.toISOString()).slice(0, 23),
			);
		}),
	);
});

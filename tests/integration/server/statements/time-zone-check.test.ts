import { expect, test } from "vitest";
import { type Desk, examine } from "#server/cli/doctor/check.ts";
import { DATABASE_CHECKS } from "#server/cli/doctor/database-checks.ts";
import { openMonth } from "#tests/support/wallet/open-month.ts";

test("the doctor reports a time zone that differs from that of a closed month, whose last hour would count twice or never", async () => {
	const { system, close } = await openMonth();
	const checks = DATABASE_CHECKS.filter(({ id }) => id === "time-zone");
	const verdictIn = async (timeZone: string) => {
		const config = { ...system.config, timeZone };
		const facts = { env: { NODE_ENV: "test" }, dataDir: "", faults: [], figures: null } as const;
		const desk: Desk = { ...facts, config, database: system.database };
		return (await examine(checks, desk)).map(({ verdict }) => verdict);
	};
	expect(await verdictIn("Africa/Lagos")).toEqual(["good"]);
	await close();
	expect(await verdictIn(system.config.timeZone)).toEqual(["good"]);
	// Another zone with the same midnight is no fault.
	expect(await verdictIn("Africa/Dakar")).toEqual(["good"]);
	for (const zone of ["Africa/Lagos", "Atlantic/Cape_Verde"]) expect(await verdictIn(zone)).toEqual(["fault"]);
});

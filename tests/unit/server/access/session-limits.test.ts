import { expect, test } from "vitest";
import { idleLimitMs } from "#server/access/session-limits.ts";

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
])("the idle setting %j falls back to fifteen minutes", (value) => {
	expect(idleLimitMs(value)).toBe(15 * 60_000);
});

import { expect, test } from "vitest";
import { placeOf, showsAge, titleOf } from "#components/overview/need-place.ts";
import type { Need } from "#lib/contracts/overview.ts";

const need = (kind: Need["kind"], currency: string): Need => ({
	...{ kind, currency, count: 1 },
	...{ amount: null, isAtLeast: false, since: null, payment: null },
});

test("a clock time stands alone only for what began today, less than twelve hours ago", () => {
	const now = new Date("2026-11-27T02:00:00Z");
	const began = (time: string, zone = "Africa/Abidjan") => showsAge(new Date(time), now, zone);
	expect(began("2026-11-27T00:10:00Z")).toBe(false);
	expect(began("2026-11-26T23:50:00Z")).toBe(true);
	expect(began("2026-11-26T23:50:00Z", "Africa/Lagos")).toBe(false);
	expect(began("2026-11-26T15:46:00Z")).toBe(true);
	const evening = new Date("2026-11-27T20:00:00Z");
	expect(showsAge(new Date("2026-11-27T08:01:00Z"), evening, "Africa/Abidjan")).toBe(false);
	expect(showsAge(new Date("2026-11-27T08:00:00Z"), evening, "Africa/Abidjan")).toBe(true);
});

test("approved payouts that wait for funds are listed for the wallet that lacks them", () => {
	expect(placeOf(need("balance_low", "XAF"))).toBe("/payouts?state=approved&currency=XAF");
});

test("exceptions are called other ones where a line of the same wallet is listed on its own", () => {
	const exceptions = need("exceptions", "XOF");
	expect(titleOf(exceptions, [exceptions])).toBe("exceptions");
	expect(titleOf(exceptions, [need("unexplained", "XAF"), exceptions])).toBe("exceptions");
	expect(titleOf(exceptions, [need("unexplained", "XOF"), exceptions])).toBe("exceptionsOther");
	expect(titleOf(exceptions, [need("paid_after_all", "XOF"), exceptions])).toBe("exceptionsOther");
});

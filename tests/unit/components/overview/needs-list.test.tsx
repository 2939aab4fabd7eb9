import { expect, test } from "vitest";
import { NeedsList } from "#components/overview/needs-list.tsx";
import type { Need } from "#lib/contracts/overview.ts";
import { textOf } from "#tests/support/rendered.tsx";

test("the sum of lines that took money is told as the least where it lacks older lines", () => {
	const need = { kind: "unexplained", count: 20_000, currency: "XOF", amount: "90000.00", since: null, payment: null };
	const shown = (isAtLeast: boolean, locale: "en" | "fr" = "en") =>
		textOf(<NeedsList needs={[{ ...need, isAtLeast } as Need]} />, locale, " ");
	expect(shown(true)).toContain("at least");
	expect(shown(true, "fr")).toContain("au moins");
	expect(shown(false)).not.toContain("at least");
	for (const isAtLeast of [true, false]) expect(shown(isAtLeast)).toMatch(/90 000/);
});

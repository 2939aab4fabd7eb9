import fc from "fast-check";
import { expect, test } from "vitest";
import { statementMonths } from "#components/shell/search/statement-months.ts";
import { formatMonth } from "#lib/dates.ts";

const asked = (text: string, locale: "en" | "fr" = "en") =>
	statementMonths({
		...{ text, locale, today: "2026-11-21", label: (month) => month },
		words: locale === "en" ? ["statement", "month"] : ["releve", "mois"],
	}).map(({ href, label }) => [label, href]);

test("a month is its last one that has begun, with or without the word, and with a year that year's", () => {
	const october = ["October 2026", "/statements?from=2026-10-01&to=2026-10-31"];
	for (const text of ["statement October", "october", "Oct statement", "STATEMENT oct 2026"])
		expect(asked(text)).toEqual([october]);
	expect(asked("december")).toEqual([["December 2025", "/statements?from=2025-12-01&to=2025-12-31"]]);
	expect(asked("nov")).toEqual([["November 2026", "/statements?from=2026-11-01&to=2026-11-30"]]);
	expect(asked("february 2024")).toEqual([["February 2024", "/statements?from=2024-02-01&to=2024-02-29"]]);
	expect(asked("jui", "fr").map(([month]) => month)).toEqual(["juillet 2026", "juin 2026"]);
});

test("no month: a future one, two letters, other words, the word alone", () => {
	for (const text of ["december 2026", "oc", "october rent", "statement", "statement 2026", "", "2026"])
		expect(asked(text)).toEqual([]);
});

test("each month of the last ten years is found by its own name", () => {
	fc.assert(
		fc.property(fc.integer({ min: 2017, max: 2025 }), fc.integer({ min: 0, max: 11 }), (year, month) => {
			const name = formatMonth(new Date(Date.UTC(year, month, 1)), { locale: "fr", timeZone: "UTC" });
			const [[label, href] = []] = asked(`relevé ${name}`, "fr");
			expect(label).toBe(name);
			expect(href).toContain(`from=${year}-${String(month + 1).padStart(2, "0")}-01`);
		}),
	);
});

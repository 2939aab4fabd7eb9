import { expect, test } from "vitest";
import { chooseLocale, readTheme } from "#lib/i18n/choose-locale.ts";

test("the language chosen here counts before the browser's", () => {
	expect(chooseLocale("fr", "en-GB,en", "en")).toBe("fr");
});

test.each([
	["fr-CI,fr;q=0.9,en;q=0.8", "fr"],
	["en;q=0.1, fr;q=0.2", "fr"],
	["de, es;q=0.9, en;q=0.1", "en"],
	["fr;q=0, en", "en"],
	["FR", "fr"],
])("a browser that asks for %s reads %s", (header, locale) => {
	expect(chooseLocale(undefined, header, locale === "en" ? "fr" : "en")).toBe(locale);
});

test("nothing understood means the desk's own language", () => {
	for (const header of [null, "", "*", "de", ";;;q=x"]) expect(chooseLocale("xx", header, "fr")).toBe("fr");
});

test("any other word in the theme's cookie means: as the system has it", () => {
	expect([readTheme("light"), readTheme("dark"), readTheme("<script>"), readTheme(undefined)]).toEqual([
		"light",
		"dark",
		"system",
		"system",
	]);
});

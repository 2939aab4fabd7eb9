import { expect, test } from "vitest";
import { moneyText } from "#lib/amounts/money-text.ts";

test.each([
	["45000.00", "XOF", "en", "45\u00a0000\u00a0XOF"],
	["45000.00", "XOF", "fr", "45\u00a0000\u00a0XOF"],
	["12.50", "GHS", "en", "12.50\u00a0GHS"],
	["12.50", "GHS", "fr", "12,50\u00a0GHS"],
	["-480000.50", "XOF", "fr", "−480\u00a0000,50\u00a0XOF"],
])("%s of %s in %s is %j: one figure, which no line end parts", (amount, currency, locale, text) => {
	expect(moneyText(amount, currency, locale)).toBe(text);
});

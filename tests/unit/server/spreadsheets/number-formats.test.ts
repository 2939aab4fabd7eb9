import { expect, test } from "vitest";
import { readFormat } from "#server/spreadsheets/number-formats.ts";

const shown = (format: string, value: string) => readFormat(164, format, false)(value);

test.each([
	['General" EUR"', "100", "100 EUR"],
	['General" EUR"', "5", "5 EUR"],
	['General" k"', "25.5", "25.5 k"],
	["General\\%", "15", "15%"],
	["General [$€-40C]", "100", "100 €"],
	['@" EUR"', "100", "100 EUR"],
	['0" k".00', "25.5", "25.5k"],
	['[<1000]0;0" k"', "2500", "2500 k"],
	['[<1000]0;0.0," M"', "25.5", "25.5 M"],
	['"k EUR"', "25", "25k EUR"],
])("a unit in a number's format stays with its number: %s", (format, value, text) => {
	expect(shown(format, value)).toBe(text);
});

test.each([
	["General", "1", "1"],
	["General", "25000.5", "25000.5"],
	["General", "-1500", "-1500"],
	["General;[Red]-General", "1500", "1500"],
	["@", "701020304", "701020304"],
	["G/通用格式", "1500", "1500"],
	["[<=9999999]###-####;(###) ###-####", "7010203", "701-0203"],
	["[Red][<0]0;0", "1500", "1500"],
])("a format without a unit leaves the number as it is: %s", (format, value, text) => {
	expect(shown(format, value)).toBe(text);
});

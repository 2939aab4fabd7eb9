import { describe, expect, test } from "vitest";
import { parseWrittenPhone } from "#lib/written-phone.ts";

describe("a number in a cell", () => {
	test.each([
		["0701020304", "CI", "+2250701020304"],
		["2250701020304.0", "CI", "+2250701020304"],
		["+225 07 00 00 00 00", "CI", "+2250700000000"],
		["07.01.02.03.04", "CI", "+2250701020304"],
	])("%s of %s is read: %s", (text, country, e164) => {
		expect(parseWrittenPhone(text, country)).toMatchObject({ e164 });
	});

	test.each([
		["2250700000000", "CI", "rounded"],
		["2.2507E+12", "CI", "not_a_number"],
		// Ten digits, like a number, but the leading zero is lost and the last one comes from the decimal point.
		["701020304.0", "CI", "too_short"],
		["701020304.5", "CI", "not_a_number"],
		["2025-01-05", "TG", "is_date"],
		["2105-05-03", "TG", "is_date"],
		["1899-12-30", "TG", "is_date"],
		["01/05/2025", "TG", "is_date"],
		// "+221-771234567" in a spreadsheet is a subtraction.
		["-771234346", "SN", "not_a_number"],
	])("%s of %s is not guessed: %s", (text, country, fault) => {
		expect(parseWrittenPhone(text, country)).toEqual({ fault });
	});
});

import { expect, test } from "vitest";
import { DEFAULT_OPERATORS } from "#lib/default-operators.ts";
import { homeCountry } from "#lib/payments/home-country.ts";

test.each([
	["XOF", "Africa/Abidjan", "CI"],
	["XOF", "Africa/Ouagadougou", "BF"],
	["XAF", "Africa/Douala", "CM"],
	["XAF", "Africa/Abidjan", ""],
	["XOF", "Africa/Lagos", ""],
	["XOF", "Europe/Paris", ""],
	["XOF", "UTC", ""],
	["GHS", "Europe/Paris", "GH"],
])(
	"of operators in %s, a desk in %s has the home country %j, or none that it could mistake for another",
	(currency, timeZone, home) => {
		const choices = DEFAULT_OPERATORS.filter((one) => one.currency === currency);
		expect(homeCountry(choices, timeZone)).toBe(home);
	},
);

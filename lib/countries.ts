/** Mobile money countries: calling code, currencies, number lengths and number format. */

export interface Country {
	code: string;
	callingCode: string;
	/** ISO 4217, the usual one first. */
	currencies: readonly string[];
	/** The count of digits after the calling code. */
	length: number;
	/** The count before the country changed its numbering. */
	oldLength?: number;
	/** The first digit of all mobile numbers, where the prefixes of the operators do not cover them. */
	mobile?: string;
	/** `dropped`: people dial a trunk zero that E.164 omits; `kept`: nobody does, so a leading zero is a digit of the number. */
	leadingZero: "kept" | "dropped";
	/** Sizes of the digit groups in which people write the digits after the calling code. */
	groups: readonly number[];
}

const PAIRS = [2, 2, 2, 2] as const;
const TRIPLETS = [3, 3, 3] as const;

// Lengths, groups and trunk zeros: libphonenumber 8.13.48. Gabon went from 7 to 8 digits in June 2019, Côte d'Ivoire from 8 to 10 in
// January 2021; Benin put `01` before its 8 digits on 30 November 2024. As typed, the old forms would count as other numbers.
export const COUNTRIES: readonly Country[] = [
	country("BF", "226", ["XOF"], 8, "kept", PAIRS),
	{ ...country("BJ", "229", ["XOF"], 10, "kept", [2, 2, 2, 2, 2]), oldLength: 8 },
	// Assumption: an operator works in one currency, so dollar accounts would need operator codes of their own.
	country("CD", "243", ["CDF", "USD"], 9, "dropped", TRIPLETS),
	country("CG", "242", ["XAF"], 9, "kept", [2, 3, 4]),
	{ ...country("CI", "225", ["XOF"], 10, "kept", [2, 2, 2, 2, 2]), oldLength: 8 },
	country("CM", "237", ["XAF"], 9, "kept", [1, 2, 2, 2, 2]),
	{ ...country("GA", "241", ["XAF"], 8, "dropped", PAIRS), oldLength: 7 },
	country("GH", "233", ["GHS"], 9, "dropped", [2, 3, 4]),
	country("GN", "224", ["GNF"], 9, "kept", [3, 2, 2, 2]),
	country("KE", "254", ["KES"], 9, "dropped", TRIPLETS),
	country("ML", "223", ["XOF"], 8, "kept", PAIRS),
	country("MW", "265", ["MWK"], 9, "dropped", [3, 2, 2, 2]),
	country("MZ", "258", ["MZN"], 9, "kept", [2, 3, 4]),
	country("NE", "227", ["XOF"], 8, "kept", PAIRS),
	country("NG", "234", ["NGN"], 10, "dropped", [3, 3, 4]),
	country("RW", "250", ["RWF"], 9, "dropped", TRIPLETS),
	{ ...country("SN", "221", ["XOF"], 9, "kept", [2, 3, 2, 2]), mobile: "7" },
	country("TD", "235", ["XAF"], 8, "kept", PAIRS),
	country("TG", "228", ["XOF"], 8, "kept", PAIRS),
	country("TZ", "255", ["TZS"], 9, "dropped", TRIPLETS),
	country("UG", "256", ["UGX"], 9, "dropped", TRIPLETS),
	country("ZM", "260", ["ZMW"], 9, "dropped", TRIPLETS),
];

function country(
	code: string,
	callingCode: string,
	currencies: string[],
	length: number,
	leadingZero: Country["leadingZero"],
	groups: Country["groups"],
): Country {
	return { code, callingCode, currencies, length, leadingZero, groups };
}

export function findCountry(code: string | null | undefined): Country | undefined {
	return COUNTRIES.find((country) => country.code === code);
}

/** The country whose calling code begins these digits, which have no `+`. No calling code here is a prefix of another. */
export function countryOfDigits(digits: string): Country | undefined {
	return COUNTRIES.find((country) => digits.startsWith(country.callingCode));
}

/** Drops the trunk zero from national digits, in the countries whose E.164 numbers omit it. */
export function withoutTrunkZero(digits: string, { leadingZero }: Country): string {
	return leadingZero === "dropped" ? digits.replace(/^0/, "") : digits;
}

/**
 * True for an E.164 number that writes a subscriber's number in another form: with a trunk zero, as in "+225 0 07 00 00 00 01", or with
 * the length before a change of the numbering.
 */
export function isOtherForm(number: string): boolean {
	const country = countryOfDigits(number.slice(1));
	const national = number.slice(1 + (country?.callingCode.length ?? 0));
	if (!country) return false;
	const { length } = withoutTrunkZero(national, country);
	return length === country.oldLength || (national.startsWith("0") && national.length === country.length + 1);
}

/** "Côte d’Ivoire"; the code itself where the platform has no name for it. */
export function countryName(code: string, locale: string): string {
	const known = names.get(locale) ?? new Intl.DisplayNames(locale, { type: "region", fallback: "code" });
	names.set(locale, known);
	return known.of(code) ?? code;
}

// A form shows each country's name while a person types, and creating Intl.DisplayNames at each keystroke takes too long.
const names = new Map<string, Intl.DisplayNames>();

/**
 * Reads phone numbers as people type them, in place of libphonenumber, which is larger than the rest of a form page. Knows only the
 * countries of `countries.ts`, and checks lengths but not ranges of numbers.
 */
import { type Country, countryOfDigits, findCountry, withoutTrunkZero } from "#lib/countries.ts";
import { typedText } from "#lib/text/typed-text.ts";
import { withoutMarks } from "#lib/text/without-marks.ts";

type PhoneFault = "too_short" | "too_long" | "old_length" | "not_a_number" | "country_unknown" | "country_missing";
export type ParsedPhone = { e164: string; country: string } | { fault: PhoneFault };

/**
 * Reads `+225 05…`, `00225…`, `225…` and the national form of `country`, an ISO code, or "" or null. A calling code after `+` or `00` takes
 * precedence over `country`; other digits are first read as the national form.
 */
export function parsePhone(text: string, country: string | null): ParsedPhone {
	const typed = typedText(withoutMarks(text));
	// A dash in front may be a minus sign: a spreadsheet computes "+221-77…" as a subtraction and stores the negative result.
	if (!/^\+?(?![‐‑–-])[\d\s.()/‐‑–-]*$/u.test(typed)) return { fault: "not_a_number" };
	if (hasOtherEnding(typed)) return { fault: "not_a_number" };
	const digits = typed.replace(/\D/g, "");
	if (typed.startsWith("+")) return international(digits);
	if (digits.startsWith("00")) return international(digits.slice(2));
	const chosen = findCountry(country);
	const fault = country ? "country_unknown" : "country_missing";
	const national: ParsedPhone = chosen ? fromNational(digits, chosen) : { fault };
	if (!("fault" in national) || (chosen && national.fault !== "too_long")) return national;
	// People paste numbers with the calling code but without its plus sign.
	const pasted = international(digits);
	return "fault" in pasted ? national : pasted;
}

/** True for "07 01 02 03/04", two numbers that differ in their end: read as one, it may be the number of somebody else. */
function hasOtherEnding(typed: string): boolean {
	const [first = "", end = "", ...others] = typed.split("/").map((part) => part.replace(/\D/g, ""));
	return others.length === 0 && first.length >= 7 && end.length > 0 && end.length <= 3;
}

function international(digits: string): ParsedPhone {
	if (digits.length < 4) return { fault: "too_short" };
	const country = countryOfDigits(digits);
	return country ? fromNational(digits.slice(country.callingCode.length), country) : { fault: "country_unknown" };
}

function fromNational(typed: string, country: Country): ParsedPhone {
	const { length, oldLength } = country;
	const digits = withoutTrunkZero(typed, country);
	if (digits.length === length) return { e164: `+${country.callingCode}${digits}`, country: country.code };
	if (digits.length === oldLength) return { fault: "old_length" };
	return { fault: digits.length > length ? "too_long" : "too_short" };
}

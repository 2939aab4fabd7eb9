/**
 * Reads phone numbers as people type them. Replaces libphonenumber, which is larger than the rest of a form page: covers only the
 * countries of `countries.ts`, checks lengths, and does not check who owns a number.
 */
import { type Country, countryOfDigits, findCountry } from "#lib/countries.ts";
import { typedText } from "#lib/text/typed-text.ts";
import { withoutMarks } from "#lib/text/without-marks.ts";

type PhoneFault = "too_short" | "too_long" | "old_length" | "not_a_number" | "country_unknown";
export type ParsedPhone = { e164: string; country: string } | { fault: PhoneFault };

/**
 * Reads `+225 05…`, `00225…`, `225…` and the national form of `country` (ISO code, null when none is chosen). An international
 * number overrides the chosen country.
 */
export function parsePhone(text: string, country: string | null): ParsedPhone {
	const typed = typedText(withoutMarks(text));
	// A dash in front is a minus sign: a spreadsheet took "+221-77…" for a calculation and kept its result.
	if (!/^\+?(?![‐‑–-])[\d\s.()/‐‑–-]*$/u.test(typed)) return { fault: "not_a_number" };
	const digits = typed.replace(/\D/g, "");
	if (typed.startsWith("+")) return international(digits);
	if (digits.startsWith("00")) return international(digits.slice(2));
	const chosen = findCountry(country);
	const national: ParsedPhone = chosen ? fromNational(digits, chosen) : { fault: "country_unknown" };
	if (!("fault" in national) || (chosen && national.fault !== "too_long")) return national;
	// People paste numbers with the calling code but without its plus sign.
	const pasted = international(digits);
	return "fault" in pasted ? national : pasted;
}

function international(digits: string): ParsedPhone {
	if (digits.length < 4) return { fault: "too_short" };
	const country = countryOfDigits(digits);
	return country ? fromNational(digits.slice(country.callingCode.length), country) : { fault: "country_unknown" };
}

/** The national digits in E.164 form, or why they are invalid. */
function fromNational(typed: string, country: Country): ParsedPhone {
	let digits = typed;
	const fits = (candidate: string) => country.lengths.includes(candidate.length);
	if (digits.startsWith("0")) {
		if (country.leadingZero === "dropped") digits = digits.slice(1);
		if (country.leadingZero === "either" && !fits(digits)) digits = digits.slice(1);
	}
	if (fits(digits)) return { e164: `+${country.callingCode}${digits}`, country: country.code };
	if (digits.length === country.oldLength) return { fault: "old_length" };
	return { fault: digits.length > Math.max(...country.lengths) ? "too_long" : "too_short" };
}

/** Reads the number of a cell, which a spreadsheet may have taken for an amount, a date or a sum. */
import { type ParsedPhone, parsePhone } from "#lib/parse-phone.ts";

/** Its digits may be those of a number. */
export const WRITTEN_DATE =
	/^(?:(?:1[89]|2\d)\d{2}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:1[89]|2\d)\d{2})$/;
/** A number that was saved as 2.25070E+12 has lost its last digits; a real one that ends so is written with its plus sign. */
const ROUNDED = /^\d{3,7}0{6,}$/;
/** A whole number as programs write one that they took for a measure. */
const WITH_DECIMALS = /^(\+?\d{7,})[.,](\d+)$/;

/** As `parsePhone`; `country`: ISO code, null when none is known. */
export function parseWrittenPhone(
	text: string,
	country: string | null,
): ParsedPhone | { fault: "rounded" | "is_date" } {
	if (WRITTEN_DATE.test(text)) return { fault: "is_date" };
	const [, whole = text, decimals = ""] = WITH_DECIMALS.exec(text) ?? [];
	if (/[^0]/.test(decimals)) return { fault: "not_a_number" };
	if (whole.length >= 12 && ROUNDED.test(whole)) return { fault: "rounded" };
	return parsePhone(whole, country);
}

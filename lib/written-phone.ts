/** Reads a phone number from a cell that a spreadsheet may have turned into a date or a quantity. */
import { type ParsedPhone, parsePhone } from "#lib/parse-phone.ts";

/** A date as people write it, whose digits alone could pass for a phone number. */
export const WRITTEN_DATE =
	/^(?:(?:1[89]|2\d)\d{2}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:1[89]|2\d)\d{2})$/;
/** A number saved as 2.25070E+12 has lost its last digits. From twelve digits on, one that really ends in six zeros needs its plus sign. */
const ROUNDED = /^\d{3,7}0{6,}$/;
/** A phone number that a program took for a quantity and wrote with decimals, as "22507010203.00". */
const WITH_DECIMALS = /^(\+?\d{7,})[.,](\d+)$/;

/** Reads as `parsePhone` does, but refuses dates and rounded numbers. `country`: an ISO code, or null when unknown. */
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

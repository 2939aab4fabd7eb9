/** Shows phone numbers: complete, masked, or as in their own country. Lists load this without the parser of `parse-phone.ts`. */
import { countryOfDigits } from "#lib/countries.ts";

/** "+225 05 03 45 67 89"; a number of an unknown country, or one that is typed without its plus sign, stays unchanged. */
export function formatPhone(e164: string): string {
	const country = e164.startsWith("+") ? countryOfDigits(e164.slice(1)) : undefined;
	return country ? `+${country.callingCode} ${nationalPart(e164)}` : e164;
}

/** Keeps the number on one line where the text around it wraps. */
export function unbrokenPhone(e164: string): string {
	return formatPhone(e164).replaceAll(" ", "\u00a0");
}

/**
 * "+225 05 •• •• 67 89": hides whole groups in the middle, at least three digits. For people who know the number; the log shows
 * less (`maskNumber` of server/log.ts).
 */
export function maskPhone(e164: string): string {
	const country = countryOfDigits(e164.slice(1));
	const parts = nationalPart(e164).split(" ");
	// Any other number of six digits or more hides at least three.
	if (!country || parts.length === 1) return `${e164.slice(0, 4)} •••• ${e164.slice(7).slice(-2)}`;
	let shown = 0;
	let hidden = 0;
	const groups = parts.map((group) => {
		if (shown < 2) {
			shown += group.length;
			return group;
		}
		if (hidden >= 3) return group;
		hidden += group.length;
		return "•".repeat(group.length);
	});
	return `+${country.callingCode} ${groups.join(" ")}`;
}

/** Hides all but the last four digits of a text with seven digits or more, which may be a phone number; keeps other texts. */
export function maskDigits(text: string): string {
	const digits = text.replace(/\D/g, "").length;
	if (digits < 7) return text;
	let place = 0;
	return text.replace(/\d/g, (digit) => (++place > digits - 4 ? digit : "•"));
}

/** "05 03 45 67 89": grouped, without the calling code. */
export function nationalPart(e164: string): string {
	const country = countryOfDigits(e164.slice(1));
	if (!country) return e164.slice(1);
	const digits = e164.slice(1 + country.callingCode.length);
	if (digits.length !== country.length) return digits;
	let from = 0;
	return country.groups
		.map((size) => {
			from += size;
			return digits.slice(from - size, from);
		})
		.join(" ");
}

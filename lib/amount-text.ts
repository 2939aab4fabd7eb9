/** An amount as people type it, and as it is shown while they do. Pure text: no number is ever made of it here. */
import { decimalSign, thousands } from "#lib/thousands.ts";

/**
 * "18 426,5" and "18,426.50" become "18426.5" and "18426.50". A single sign is a decimal sign, the last of two kinds too;
 * a sign that stands twice or more parts thousands. Letters and other signs fall away.
 */
export function plainAmount(text: string): string {
	const kept = text.replace(/[^\d.,]/g, "");
	const decimalAt = Math.max(kept.lastIndexOf("."), kept.lastIndexOf(","));
	if (decimalAt < 0) return withoutLeadingZeros(kept);
	const sign = kept.charAt(decimalAt);
	if (kept.split(sign).length > 2) return withoutLeadingZeros(kept.replace(/[.,]/g, ""));
	const whole = withoutLeadingZeros(kept.slice(0, decimalAt).replace(/[.,]/g, ""));
	return `${whole || "0"}.${kept.slice(decimalAt + 1)}`;
}

/** Thousands apart by a no-break space, the language's decimal sign; what was typed after it stays as it is. */
export function spacedAmount(plain: string, locale: string): string {
	const [whole = "", fraction] = plain.split(".");
	return `${thousands(whole)}${fraction === undefined ? "" : decimalSign(locale) + fraction}`;
}

/** How many digits and signs stand before a caret: the measure that spacing does not change. */
export function significantBefore(text: string, caret: number): number {
	return text.slice(0, caret).replace(/[^\d.,]/g, "").length;
}

/** The place in a text behind so many digits and signs. */
export function caretAfter(text: string, significant: number): number {
	let seen = 0;
	for (let place = 0; place < text.length; place++) {
		if (seen === significant) return place;
		if (/[\d.,]/.test(text.charAt(place))) seen++;
	}
	return text.length;
}

function withoutLeadingZeros(digits: string): string {
	return digits.replace(/^0+(?=\d)/, "");
}

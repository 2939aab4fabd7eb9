/** Formats an amount while a person types it. Works on text only, and never converts it to a number. */
import { decimalSign, thousands } from "#lib/amounts/thousands.ts";

/**
 * "18 426,5" and "18,426.50" become "18426.5" and "18426.50". The last comma or point is the decimal sign, unless that sign occurs twice:
 * then it separates thousands. Other characters are dropped.
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

/** Separates thousands by a no-break space. The decimal sign is `sign`, by default the locale's; the decimals stay as typed. */
export function spacedAmount(plain: string, locale: string, sign: string = decimalSign(locale)): string {
	const [whole = "", fraction] = plain.split(".");
	return `${thousands(whole)}${fraction === undefined ? "" : sign + fraction}`;
}

/** The last comma or point, which must stay as typed: if the field showed "1,500" as "1.500", typing ".5" would make it 15005. */
export function typedSign(text: string): string | undefined {
	return text.match(/[.,]/g)?.at(-1);
}

/** Counts digits, commas and points before a caret: the spaces between thousands do not change this count. */
export function significantBefore(text: string, caret: number): number {
	return text.slice(0, caret).replace(/[^\d.,]/g, "").length;
}

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

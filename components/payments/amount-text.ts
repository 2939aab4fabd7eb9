/** Amounts as people type them, to the plain decimal of our contracts and back. Pure. */

const SPACES = /[\s\u00a0\u202f]/g;

/**
 * "120 000", "120,000" (English), "12,5" → "120000", "120000", "12.5". What could mean two things stays as it is, so that the
 * contract refuses it: "1.500" is guessed to be neither 1.5 nor 1500.
 */
export function plainAmount(typed: string, locale: string): string {
	const text = typed.replace(SPACES, "");
	if (locale.startsWith("en") && /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(text)) return tidy(text.replaceAll(",", ""));
	return tidy(text.replace(/^(\d+),(\d*)$/, "$1.$2"));
}

/** "0120." → "120": zeros in front and a lonely point carry no meaning. */
function tidy(text: string): string {
	return /^\d+(\.\d*)?$/.test(text) ? text.replace(/^0+(?=\d)/, "").replace(/\.$/, "") : text;
}

/**
 * Groups whole digits while they are typed: "1250,5" → "1 250,5". By spaces in every language: a comma put there by us could
 * be read as a decimal one. Anything but a plain amount is left as typed.
 */
export function groupAmount(typed: string): string {
	const match = /^(\d+)([.,]\d{0,2})?$/.exec(typed.replace(SPACES, ""));
	if (!match) return typed;
	const [, whole = "", fraction = ""] = match;
	return whole.replace(/\B(?=(\d{3})+$)/g, "\u202f") + fraction;
}

/** Where the caret belongs after grouping: behind as many signs, spaces apart, as before. */
export function caretAfterGrouping(typed: string, caret: number, grouped: string): number {
	let left = typed.slice(0, caret).replace(SPACES, "").length;
	for (let index = 0; index < grouped.length; index += 1) {
		if (left === 0) return index;
		if (!/[\s\u00a0\u202f]/.test(grouped[index] ?? "")) left -= 1;
	}
	return grouped.length;
}

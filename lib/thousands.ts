/**
 * "18 426 350" of plain digits: thousands apart by a no-break space, in every language of the desk. By hand, for a page has some
 * hundred figures: making `Intl`'s first formatter takes a browser longer than the drawing of all rows.
 */
export function thousands(digits: string): string {
	return digits.replace(/\B(?=(?:\d{3})+$)/g, "\u00a0");
}

/** What parts units from hundredths: a comma in French, a point in English. */
export function decimalSign(locale: string): "," | "." {
	return locale.startsWith("fr") ? "," : ".";
}

/**
 * Separates thousands by a no-break space in every language. Avoids `Intl`: creating its first formatter takes a browser longer
 * than drawing all rows.
 */
export function thousands(digits: string): string {
	return digits.replace(/\B(?=(?:\d{3})+$)/g, "\u00a0");
}

/** A comma in French, a point in English. */
export function decimalSign(locale: string): "," | "." {
	return locale.startsWith("fr") ? "," : ".";
}

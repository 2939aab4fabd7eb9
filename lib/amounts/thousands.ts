/**
 * Separates thousands by a no-break space in every language. Avoids `Intl`, because creating its first formatter takes a browser longer
 * than drawing a page's rows.
 */
export function thousands(digits: string): string {
	return digits.replace(/\B(?=(?:\d{3})+$)/g, "\u00a0");
}

export function decimalSign(locale: string): "," | "." {
	return locale.startsWith("fr") ? "," : ".";
}

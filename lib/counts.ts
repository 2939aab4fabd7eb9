/** Counts of things for people, wherever they stand: in a cell, or in the middle of a sentence. */

/** "184 233": thousands apart by a no-break space in both languages, as in amounts; "1 234,5" or "1 234.5" with a fraction. */
export function formatCount(count: number, locale: string): string {
	const isFrench = locale.startsWith("fr");
	const known = isFrench ? french : english;
	return known.format(count).replaceAll(isFrench ? "\u202f" : ",", "\u00a0");
}

// Making a formatter costs a thousand times its use.
const english = new Intl.NumberFormat("en-GB");
const french = new Intl.NumberFormat("fr-FR");

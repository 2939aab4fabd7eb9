/** "West African CFA franc": the currency in a member's language, with a capital; the code when nobody names it. */
export function currencyName(currency: string, locale: string): string {
	const name = names(locale).of(currency) ?? currency;
	return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

const known = new Map<string, Intl.DisplayNames>();

function names(locale: string): Intl.DisplayNames {
	const made = known.get(locale) ?? new Intl.DisplayNames(locale, { type: "currency" });
	known.set(locale, made);
	return made;
}

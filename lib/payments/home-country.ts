/** The country of most numbers of a desk: the one whose time zone it keeps, else the first of its operators. */
export function homeCountry(choices: readonly { country: string }[], timeZone: string): string {
	const home = choices.find(({ country }) => zonesOf(country).includes(timeZone)) ?? choices[0];
	return home?.country ?? "";
}

function zonesOf(country: string): readonly string[] {
	const locale: Intl.Locale & { getTimeZones?: () => string[] | undefined } = new Intl.Locale(`und-${country}`);
	return locale.getTimeZones?.() ?? [];
}

/** The country of numbers without a calling code: the time zone's, or the only one of `choices`; else "", and a person names the country. */
export function homeCountry(choices: readonly { country: string }[], timeZone: string): string {
	const [only = "", ...others] = new Set(choices.map(({ country }) => country));
	const home = choices.find(({ country }) => zonesOf(country).includes(timeZone));
	return home?.country ?? (others.length === 0 ? only : "");
}

function zonesOf(country: string): readonly string[] {
	const locale: Intl.Locale & { getTimeZones?: () => string[] | undefined } = new Intl.Locale(`und-${country}`);
	return locale.getTimeZones?.() ?? [];
}

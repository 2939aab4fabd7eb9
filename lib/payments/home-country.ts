/** The country of numbers without a calling code: the time zone's country. "" if `choices` has it not: then a person names the country. */
export function homeCountry(choices: readonly { country: string }[], timeZone: string): string {
	return choices.find(({ country }) => zonesOf(country).includes(timeZone))?.country ?? "";
}

function zonesOf(country: string): readonly string[] {
	const locale: Intl.Locale & { getTimeZones?: () => string[] | undefined } = new Intl.Locale(`und-${country}`);
	return locale.getTimeZones?.() ?? [];
}

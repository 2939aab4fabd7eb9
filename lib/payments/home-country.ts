/** The country that most numbers of a desk should have: that of the desk's time zone, else that of the first choice, else "". */
export function homeCountry(choices: readonly { country: string }[], timeZone: string): string {
	const home = choices.find(({ country }) => zonesOf(country).includes(timeZone)) ?? choices[0];
	return home?.country ?? "";
}

function zonesOf(country: string): readonly string[] {
	const locale: Intl.Locale & { getTimeZones?: () => string[] | undefined } = new Intl.Locale(`und-${country}`);
	return locale.getTimeZones?.() ?? [];
}

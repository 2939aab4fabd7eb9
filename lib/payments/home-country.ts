/** The country of numbers without a calling code: the time zone's country if `choices` has it, else the first of `choices`, else "". */
export function homeCountry(choices: readonly { country: string }[], timeZone: string): string {
	const home = choices.find(({ country }) => zonesOf(country).includes(timeZone)) ?? choices[0];
	return home?.country ?? "";
}

function zonesOf(country: string): readonly string[] {
	const locale: Intl.Locale & { getTimeZones?: () => string[] | undefined } = new Intl.Locale(`und-${country}`);
	return locale.getTimeZones?.() ?? [];
}

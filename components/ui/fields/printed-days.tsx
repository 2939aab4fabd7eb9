import { useLocale } from "next-intl";
import { formatPeriod } from "#lib/dates.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";

/** The period of what is printed: the fields that choose it are for the screen alone. Paper is read in any year. */
export function PrintedDays({ from, to }: { from: string; to: string }) {
	const locale = useLocale() as Locale;
	return (
		<p className="mb-5 hidden font-[550] first-letter:uppercase print:block">{formatPeriod({ from, to }, locale)}</p>
	);
}

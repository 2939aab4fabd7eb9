import { useLocale } from "next-intl";
import { formatPeriod } from "#lib/dates.ts";

/** The period of what is printed: the fields that choose it are for the screen alone. Paper is read in any year. */
export function PrintedDays({ from, to }: { from: string; to: string }) {
	const locale = useLocale();
	return (
		<p className="mb-5 hidden font-[550] first-letter:uppercase print:block">{formatPeriod({ from, to }, locale)}</p>
	);
}

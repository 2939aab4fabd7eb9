import { useLocale } from "next-intl";
import { formatPeriod } from "#lib/dates.ts";

/** Prints the period, because its fields are not printed. Always shows the year, because paper may be read in any year. */
export function PrintedDays({ from, to }: { from: string; to: string }) {
	const locale = useLocale();
	return (
		<p className="mb-5 hidden font-[550] first-letter:uppercase print:block">{formatPeriod({ from, to }, locale)}</p>
	);
}

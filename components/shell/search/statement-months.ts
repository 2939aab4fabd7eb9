/** The months that a search text names, whose statements the search window offers: "statement October", "relevé 2025 mars". */
import type { Place } from "#components/shell/search/search-entries.ts";
import { withQuery } from "#lib/api.ts";
import { formatMonth, monthDays } from "#lib/dates.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import { searchTerms } from "#lib/text/search-text.ts";

/** A shorter beginning of a month's name would match too many words. */
const SHORTEST_MONTH = 3;

interface Asked {
	text: string;
	locale: Locale;
	/** "2026-11-21" in the business's time zone. */
	today: string;
	/** Words for a statement, as `searchTerms` splits them; the text may contain them before or after the month. */
	words: readonly string[];
	/** "Statement: October 2026" */
	label: (month: string) => string;
}

/** For each month whose name begins with the text, returns the latest one that has begun, or the one of the year in the text. */
export function statementMonths({ text, locale, today, words, label }: Asked): Place[] {
	const terms = searchTerms(text).filter((term) => !words.some((word) => word.startsWith(term)));
	const year = terms.find((term) => /^20\d\d$/.test(term));
	const [name = "", ...others] = terms.filter((term) => term !== year);
	if (others.length > 0 || name.length < SHORTEST_MONTH) return [];
	return monthsBefore(today)
		.map((days) => ({ days, month: formatMonth(new Date(days.from), { locale, timeZone: "UTC" }) }))
		.filter(({ days, month }) => searchTerms(month)[0]?.startsWith(name) && (!year || days.from.startsWith(year)))
		.filter(({ days }, at, all) => year || all.findIndex((one) => one.days.from.slice(4) === days.from.slice(4)) === at)
		.map(({ days, month }) => ({ href: withQuery("/statements", days), label: label(month), why: "page" }));
}

const YEARS = 10;

function monthsBefore(today: string): { from: string; to: string }[] {
	const [year = 0, month = 1] = today.split("-").map(Number);
	return Array.from({ length: YEARS * 12 }, (_, back) => monthDays(year, month - back));
}

import { useLocale, useTranslations } from "next-intl";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { Insights } from "#lib/contracts/insights.ts";
import { formatCalendarDay } from "#lib/dates.ts";
import { type AmountMinor, formatAmount } from "#lib/money.ts";
import type { Share } from "#lib/movements/flow-scale.ts";

export interface InsightsPart {
	insights: Insights;
	/** In the business's time zone, "2026-11-21". */
	today: string;
}

/** Formats in the reader's language. Days of this year are shown without the year. */
export function useFigureTexts({ currency, today }: { currency: string; today: string }) {
	const locale = useLocale();
	const compact = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });
	const whole = new Intl.NumberFormat(locale);
	const one = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
	const percent = new Intl.NumberFormat(locale, { style: "percent", ...one });
	return {
		t: useTranslations("insights"),
		money: (decimal: string) => moneyText(decimal, currency, locale),
		figure: (decimal: string) => formatAmount(decimal, currency, locale),
		short: (minor: AmountMinor) => compact.format(minor / 100n),
		count: (count: number) => whole.format(count),
		percent: (share: Share) => percent.format(share / 100),
		day: (day: string) => formatCalendarDay(day, locale, today),
	};
}

export function endLabels<Item>(items: readonly Item[], textOf: (item: Item) => string): string[] {
	const places = [...new Set([0, Math.floor((items.length - 1) / 2), items.length - 1])];
	return places.flatMap((place) => items.slice(place, place + 1)).map(textOf);
}

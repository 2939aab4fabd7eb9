import { useLocale } from "next-intl";
import type { ReactNode } from "react";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { formatDay, formatPeriod, formatWalletMonth } from "#lib/dates.ts";

/** "21 Nov", with the year when it is not this one. */
export function DayText({ day }: { day: string }) {
	const locale = useLocale();
	return (
		<time dateTime={day} className="num whitespace-nowrap" suppressHydrationWarning>
			{formatDay(new Date(`${day}T12:00:00Z`), { locale, timeZone: "UTC" }, new Date())}
		</time>
	);
}

interface DayLinkProps {
	day: string;
	currency: string;
	className: string;
	children?: ReactNode;
}

/** Links to the proof of a wallet's day. */
export function DayLink({ day, currency, className, children = <DayText day={day} /> }: DayLinkProps) {
	return (
		<DeskLink href={`/reconciliation/days/${day}?currency=${currency}`} className={className}>
			{children}
		</DeskLink>
	);
}

/** "2026-10" as "October 2026". */
export function useMonthText(): (month: string) => string {
	const locale = useLocale();
	return (month) => formatWalletMonth(month, { locale, timeZone: "UTC" });
}

/** "October 2026" for a whole month, else the days, with the year. */
export function usePeriodText(): (days: { from: string; to: string }) => string {
	const locale = useLocale();
	return (days) => formatPeriod(days, locale);
}

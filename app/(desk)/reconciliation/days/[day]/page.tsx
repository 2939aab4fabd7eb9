import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { DayView } from "#components/reconciliation/day-view.tsx";
import { readReconciliationView, reconciliationPath } from "#components/reconciliation/reconciliation-address.ts";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { Prefetched } from "#components/shell/prefetched.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { plainSearchParams, type SearchParams } from "#lib/addresses/search-params.ts";
import { formatLongDay, isCalendarDay } from "#lib/dates.ts";
import { reconciliationQueries } from "#lib/queries/reconciliation.ts";
import { foundOr404 } from "#server/http/found-or-404.ts";
import { pageContext } from "#server/http/page-context.ts";
import { readDay } from "#server/reconciliation/read-day.ts";

interface DayPageProps {
	params: Promise<{ day: string }>;
	searchParams: SearchParams;
}

export async function generateMetadata({ params }: DayPageProps): Promise<Metadata> {
	const { day } = await params;
	return { title: isCalendarDay(day) ? await longDay(day) : (await getTranslations("reconciliation"))("title") };
}

/** Formats a day with its year, such as "Wednesday 25 November 2026". */
async function longDay(day: string): Promise<string> {
	const place = { locale: await getLocale(), timeZone: "UTC" };
	return `${formatLongDay(new Date(`${day}T12:00:00Z`), place)} ${day.slice(0, 4)}`;
}

export default async function DayPage({ params, searchParams }: DayPageProps) {
	const context = await pageContext("reconciliation.read");
	const { day } = await params;
	if (!isCalendarDay(day)) notFound();
	const t = await getTranslations("reconciliation");
	const { currency } = readReconciliationView(plainSearchParams(await searchParams), context.config.walletCurrencies);
	const detail = await foundOr404(readDay(context, { currency, day }));
	const entry = { ...reconciliationQueries.day(currency, day), read: async () => detail };
	const title = await longDay(day);
	const back = { href: reconciliationPath({ currency, month: day.slice(0, 7) }), label: t("title") };
	return (
		<ClientMessages namespaces={["reconciliation", "movements"]}>
			<PageHeader title={title} lead={t("day.lead", { currency })} back={back} />
			<Prefetched entries={[entry]}>
				<DayView currency={currency} day={day} />
			</Prefetched>
		</ClientMessages>
	);
}

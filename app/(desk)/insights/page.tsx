import { getTranslations } from "next-intl/server";
import { SkeletonOnNavigation } from "#app/(desk)/skeleton-on-navigation.tsx";
import { pageTitle } from "#app/page-title.ts";
import { readInsightsQuery } from "#components/insights/insights-address.ts";
import { InsightsSkeleton, InsightsView } from "#components/insights/insights-view.tsx";
import { PeriodBar } from "#components/insights/period-bar.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { plainSearchParams, type SearchParams } from "#lib/addresses/search-params.ts";
import type { InsightsQuery } from "#lib/contracts/insights.ts";
import { dayOf } from "#lib/dates.ts";
import { type Context, pageContext } from "#server/http/page-context.ts";
import { readInsights } from "#server/insights/read-insights.ts";

export const generateMetadata = pageTitle("insights.pageTitle");

export default async function InsightsPage({ searchParams }: { searchParams: SearchParams }) {
	const context = await pageContext("movement.read");
	const t = await getTranslations("insights");
	const { walletCurrencies: currencies, timeZone } = context.config;
	const today = dayOf(context.clock.now(), timeZone);
	const query = readInsightsQuery(plainSearchParams(await searchParams), { currencies, today });
	return (
		<>
			<PageHeader title={t("pageTitle")} lead={t("lead")} />
			<PeriodBar query={query} currencies={currencies} today={today} />
			<SkeletonOnNavigation skeleton={<InsightsSkeleton />}>
				<Figures context={context} query={query} today={today} />
			</SkeletonOnNavigation>
		</>
	);
}

async function Figures({ context, query, today }: { context: Context; query: InsightsQuery; today: string }) {
	return <InsightsView insights={await readInsights(context, query)} today={today} />;
}

import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { lastMonths } from "#components/reconciliation/last-months.ts";
import { MonthExport } from "#components/reconciliation/month-export.tsx";
import { readReconciliationView } from "#components/reconciliation/reconciliation-address.ts";
import { ReconciliationView } from "#components/reconciliation/reconciliation-view.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import { prefetched } from "#lib/queries/prefetch.ts";
import { reconciliationQueries } from "#lib/queries/reconciliation.ts";
import { may } from "#lib/roles.ts";
import { plainSearchParams, type SearchParams } from "#lib/search-params.ts";
import { pageContext } from "#server/http/page-context.ts";
import { readReconciliation } from "#server/reconciliation/read-reconciliation.ts";

export async function generateMetadata(): Promise<Metadata> {
	return { title: (await getTranslations("reconciliation"))("title") };
}

export default async function ReconciliationPage({ searchParams }: { searchParams: SearchParams }) {
	const context = await pageContext("reconciliation.read");
	const t = await getTranslations("reconciliation");
	const { walletCurrencies, timeZone } = context.config;
	const { currency } = readReconciliationView(plainSearchParams(await searchParams), walletCurrencies);
	const months = lastMonths(context.clock.now(), { locale: (await getLocale()) as Locale, timeZone }, 12);
	const { queryKey } = reconciliationQueries.wallet(currency);
	const wallet = { queryKey, read: () => readReconciliation(context, { currency }) };
	return (
		<ClientMessages namespaces={["reconciliation", "movements", "states"]}>
			<PageHeader title={t("title")} lead={t("lead")} actions={<MonthExport currency={currency} months={months} />} />
			<HydrationBoundary state={await prefetched([wallet])}>
				<ReconciliationView
					currencies={walletCurrencies}
					mayDecide={may(context.member.role, "reconciliation.decide")}
				/>
			</HydrationBoundary>
		</ClientMessages>
	);
}

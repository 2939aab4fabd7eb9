"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import { Time } from "#components/ui/time.tsx";
import { transactionQueries } from "#lib/queries/transactions.ts";

export function RecentLookups() {
	const t = useTranslations("transactions");
	const query = useQuery(transactionQueries.recent());
	const items = query.data?.items;
	return (
		<section aria-labelledby="recent" className="mt-8 max-w-[44rem]">
			<SectionTitle id="recent">{t("recent")}</SectionTitle>
			<ReadFault query={query} />
			{items?.length === 0 ? (
				<p className="rounded-lg border border-line border-dashed px-4 py-5 text-ink-2 text-sm">{t("recentNone")}</p>
			) : null}
			{items && items.length > 0 ? (
				<DataTable
					caption={t("recent")}
					rows={items}
					keyOf={({ reference }) => reference}
					columns={[
						{
							head: t("reference"),
							of: ({ reference }) => (
								<DeskLink
									href={`/transactions/${encodeURIComponent(reference)}`}
									className="code rounded-sm hover:underline"
								>
									{reference}
								</DeskLink>
							),
						},
						{
							head: t("result"),
							of: ({ found }) => (
								<Badge plain tone={found ? "positive" : "neutral"} icon={found ? "check" : "circle-question-mark"}>
									{t(found ? "found" : "notFound")}
								</Badge>
							),
						},
						{
							head: t("lookedUp"),
							numeric: true,
							wide: true,
							className: "text-ink-2",
							of: ({ lookedUpAt }) => <Time at={lookedUpAt} as="momentShort" />,
						},
					]}
				/>
			) : null}
			{items || query.error ? null : <Skeleton className="h-40 w-full" />}
		</section>
	);
}

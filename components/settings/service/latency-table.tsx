"use client";
import { useLocale, useTranslations } from "next-intl";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { BodyCell, HeadCell, Table, TableHead, TableRow } from "#components/ui/table/table.tsx";
import type { ServiceRecord } from "#lib/contracts/service-record.ts";
import { formatCount } from "#lib/counts.ts";

/** How long the service takes to answer, endpoint by endpoint. */
export function LatencyTable({ latencies }: { latencies: ServiceRecord["latencies"] }) {
	const t = useTranslations("serviceRecord");
	const locale = useLocale();
	const ms = (value: number) => t("ms", { value: formatCount(value, locale) });
	return (
		<section aria-label={t("latency")}>
			<SectionTitle className="mb-1!">{t("latency")}</SectionTitle>
			<p className="mb-2 max-w-[68ch] text-ink-2 text-xs">{t("latencyLead")}</p>
			<Table caption={t("latency")}>
				<TableHead>
					<TableRow>
						<HeadCell>{t("where")}</HeadCell>
						<HeadCell numeric wide>
							{t("count")}
						</HeadCell>
						<HeadCell numeric>{t("p50")}</HeadCell>
						<HeadCell numeric>{t("p95")}</HeadCell>
						<HeadCell numeric>{t("max")}</HeadCell>
					</TableRow>
				</TableHead>
				<tbody>
					{latencies.map((row) => (
						<TableRow key={row.endpoint}>
							<BodyCell>{t(`endpoints.${row.endpoint}`)}</BodyCell>
							<BodyCell numeric wide>
								{formatCount(row.count, locale)}
							</BodyCell>
							<BodyCell numeric className="max-sm:text-xs">
								{ms(row.p50)}
							</BodyCell>
							<BodyCell numeric className="max-sm:text-xs">
								{ms(row.p95)}
							</BodyCell>
							<BodyCell numeric className="max-sm:text-xs">
								{ms(row.max)}
							</BodyCell>
						</TableRow>
					))}
				</tbody>
			</Table>
		</section>
	);
}

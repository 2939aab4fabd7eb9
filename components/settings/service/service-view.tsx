"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Example, SeenTable } from "#components/settings/service/seen-table.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { ServiceRecord } from "#lib/contracts/service-record.ts";
import { serviceRecordQueries } from "#lib/queries/service-record.ts";
import { formatCount } from "#lib/text/counts.ts";

export function ServiceView() {
	const t = useTranslations("serviceRecord");
	const query = useQuery(serviceRecordQueries.now());
	const record = query.data;
	const differences = record?.differences.map((row) => ({ ...row, label: t(`differences.${row.kind}`) }));
	const orderOf = (word: string) => (word === "oldest_first" || word === "newest_first" ? t(`orders.${word}`) : word);
	return (
		<>
			<ReadFault query={query} />
			<p className="mb-6 max-w-[68ch] text-ink-2 text-sm">{t("lead")}</p>
			{record && record.answers.length === 0 ? <EmptyState title={t("emptyTitle")}>{t("emptyWhy")}</EmptyState> : null}
			{record && record.answers.length > 0 ? (
				<div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-9 wide:grid-cols-2 wide:items-start">
					<StatusTable statuses={record.statuses} />
					{record.latencies.length > 0 ? <LatencyTable latencies={record.latencies} /> : null}
					<SeenTable title={t("answers")} lead={t("answersLead")} rows={record.answers} />
					<SeenTable title={t("errors")} lead={t("errorsLead")} rows={record.errors} />
					<SeenTable title={t("differencesTitle")} lead={t("differencesLead")} rows={differences ?? []} />
					<SeenTable
						title={t("ordersTitle")}
						lead={t("ordersLead")}
						rows={record.orders.map((row) => ({ ...row, text: orderOf(row.word) }))}
					/>
				</div>
			) : null}
		</>
	);
}

function LatencyTable({ latencies }: { latencies: ServiceRecord["latencies"] }) {
	const t = useTranslations("serviceRecord");
	const locale = useLocale();
	return (
		<section aria-label={t("latency")}>
			<SectionTitle className="mb-1!">{t("latency")}</SectionTitle>
			<p className="mb-2 max-w-[68ch] text-ink-2 text-xs">{t("latencyLead")}</p>
			<DataTable
				caption={t("latency")}
				rows={latencies}
				keyOf={({ endpoint }) => endpoint}
				columns={[
					{ head: t("where"), of: ({ endpoint }) => t(`endpoints.${endpoint}`) },
					{ head: t("count"), numeric: true, wide: true, of: ({ count }) => formatCount(count, locale) },
					...(["p50", "p95", "max"] as const).map((figure) => ({
						head: t(figure),
						numeric: true,
						className: "max-sm:text-xs",
						of: (row: ServiceRecord["latencies"][number]) => t("ms", { value: formatCount(row[figure], locale) }),
					})),
				]}
			/>
		</section>
	);
}

type Status = ServiceRecord["statuses"][number];

const FinalFailureDialog = dynamic(() =>
	import("#components/settings/service/final-failure-dialog.tsx").then((part) => part.FinalFailureDialog),
);

const LOOK = {
	known: { tone: "positive", icon: "check" },
	listed: { tone: "danger", icon: "circle-x" },
	unrecognised: { tone: "warning", icon: "circle-question-mark" },
} as const;

/** Lists the statuses that the service has sent. Admins can mark an unrecognised one as a final failure; Cauri never guesses. */
function StatusTable({ statuses }: { statuses: readonly Status[] }) {
	const t = useTranslations("serviceRecord");
	const locale = useLocale();
	const [asked, setAsked] = useState<Status | null>(null);
	return (
		<section aria-label={t("statuses")}>
			<SectionTitle className="mb-1!">{t("statuses")}</SectionTitle>
			<p className="mb-2 max-w-[68ch] text-ink-2 text-xs">{t("statusesLead")}</p>
			{statuses.length === 0 ? (
				<p className="text-ink-2 text-sm">{t("none")}</p>
			) : (
				<DataTable
					caption={t("statuses")}
					rows={statuses}
					keyOf={({ word }) => word}
					columns={[
						{
							head: t("word"),
							of: ({ word, example }) => (
								<>
									<span className="code wrap-anywhere">{word === "*" ? t("others") : word}</span>
									<Example text={example} />
								</>
							),
						},
						{
							head: t("meaning"),
							of: ({ meaning }) => (
								<Badge plain {...LOOK[meaning]}>
									{t(`meanings.${meaning}`)}
								</Badge>
							),
						},
						{ head: t("count"), numeric: true, wide: true, of: ({ count }) => formatCount(count, locale) },
						{ head: t("first"), wide: true, of: ({ firstAt }) => <Time at={firstAt} as="momentShort" /> },
						{ head: t("last"), wide: true, of: ({ lastAt }) => <Time at={lastAt} as="momentShort" /> },
						{
							head: t("actions"),
							isHeadHidden: true,
							className: "text-right",
							of: (status) =>
								status.meaning !== "known" && status.word !== "*" ? (
									<Button size="sm" onClick={() => setAsked(status)} aria-label={t("changeOf", { word: status.word })}>
										{t("change")}
									</Button>
								) : null,
						},
					]}
				/>
			)}
			{asked ? (
				<FinalFailureDialog status={asked.word} isListed={asked.meaning === "listed"} onClose={() => setAsked(null)} />
			) : null}
		</section>
	);
}

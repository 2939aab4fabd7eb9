"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { LatencyTable } from "#components/settings/service/latency-table.tsx";
import { SeenTable } from "#components/settings/service/seen-table.tsx";
import { StatusTable } from "#components/settings/service/status-table.tsx";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { serviceRecordQueries } from "#lib/queries/service-record.ts";

/** What the service has done so far: its words, answers and times, and where they differ from its own specification. */
export function ServiceView({ mayManage }: { mayManage: boolean }) {
	const t = useTranslations("serviceRecord");
	const query = useQuery(serviceRecordQueries.now());
	const record = query.data;
	const differences = record?.differences.map((row) => ({ ...row, label: t(`differences.${row.kind}`) }));
	return (
		<>
			<ReadFault query={query} />
			<p className="mb-6 max-w-[68ch] text-ink-2 text-sm">{t("lead")}</p>
			{record && record.answers.length === 0 ? <EmptyState title={t("emptyTitle")}>{t("emptyWhy")}</EmptyState> : null}
			{record && record.answers.length > 0 ? (
				<div data-wide className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-9 wide:grid-cols-2 wide:items-start">
					<StatusTable statuses={record.statuses} mayManage={mayManage} />
					{record.latencies.length > 0 ? <LatencyTable latencies={record.latencies} /> : null}
					<SeenTable title={t("answers")} lead={t("answersLead")} rows={record.answers} />
					<SeenTable title={t("errors")} lead={t("errorsLead")} rows={record.errors} />
					<SeenTable title={t("differencesTitle")} lead={t("differencesLead")} rows={differences ?? []} />
					<SeenTable
						title={t("ordersTitle")}
						lead={t("ordersLead")}
						rows={record.orders.map((row) => ({ ...row, label: t("sorted") }))}
					/>
				</div>
			) : null}
		</>
	);
}

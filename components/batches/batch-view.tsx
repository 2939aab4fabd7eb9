"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { AskedBy } from "#components/batches/asked-by.tsx";
import { BatchActions } from "#components/batches/batch-actions.tsx";
import { BatchNotices } from "#components/batches/batch-notices.tsx";
import { BatchRows } from "#components/batches/batch-rows.tsx";
import { BatchStatePill } from "#components/batches/batch-state-pill.tsx";
import { BatchSummary } from "#components/batches/batch-summary.tsx";
import type { Viewer } from "#components/payments/decision-rights.ts";
import { loadOnDemand } from "#components/ui/load-on-demand.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { batchQueries } from "#lib/queries/batches.ts";

const BatchDetails = loadOnDemand(() => import("#components/batches/batch-details.tsx"));

export function BatchView({ id, viewer }: { id: string; viewer: Viewer }) {
	const t = useTranslations("batches");
	const query = useQuery(batchQueries.detail(id));
	const { data: batch } = query;
	if (!batch) return <ReadFault query={query} />;
	return (
		<>
			<PageHeader
				back={{ href: "/batches", label: t("title") }}
				title={<span className="wrap-anywhere">{batch.name}</span>}
				lead={
					<span className="flex flex-wrap items-center gap-x-2 gap-y-1">
						<BatchStatePill batch={batch} />
						<span>
							<AskedBy batch={batch} />
						</span>
					</span>
				}
				actions={<BatchActions batch={batch} viewer={viewer} />}
			/>
			<BatchNotices batch={batch} viewer={viewer} />
			<BatchSummary batch={batch} />
			{batch.state === "draft" || batch.approval ? <BatchDetails batch={batch} /> : null}
			<BatchRows batch={batch} viewer={viewer} />
		</>
	);
}

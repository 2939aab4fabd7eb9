"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { allowedActions } from "#components/batches/allowed-actions.ts";
import { AskedBy } from "#components/batches/asked-by.tsx";
import { BatchTotals } from "#components/batches/batch-totals.tsx";
import type { Viewer } from "#components/payments/decision-rights.ts";
import { LinkButton } from "#components/ui/link-button.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { batchQueries } from "#lib/queries/batches.ts";

export function BatchApprovals({ viewer }: { viewer: Viewer }) {
	const t = useTranslations("batches");
	const list = useQuery(batchQueries.waiting());
	const waiting = list.data?.items ?? [];
	if (waiting.length === 0) return <ReadFault query={list} />;
	return (
		<ul data-wide className="mb-3 grid gap-3 wide:grid-cols-2">
			{waiting.map((batch) => {
				const mayDecide = allowedActions(batch, viewer).includes("approve");
				const { totals = [] } = batch.approval ?? {};
				const count = totals.reduce((sum, one) => sum + one.count, 0);
				return (
					<li key={batch.id} className="grid">
						<article
							aria-label={batch.name}
							className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border border-line bg-surface px-4 py-3.5"
						>
							<div className="min-w-0">
								<div className="font-semibold text-xl tracking-[-0.02em]">
									<BatchTotals totals={totals} />
								</div>
								<p className="wrap-anywhere">
									<span className="font-[520]">{batch.name}</span>
									<span className="text-ink-2">{` · ${t("rowCount", { count })}`}</span>
								</p>
								<p className="mt-0.5 text-ink-2 text-xs">
									<AskedBy batch={batch} />
								</p>
							</div>
							<LinkButton
								href={`/batches/${batch.id}`}
								variant={mayDecide ? "primary" : "secondary"}
								className="max-sm:flex-1"
							>
								{t("review")}
							</LinkButton>
						</article>
					</li>
				);
			})}
		</ul>
	);
}

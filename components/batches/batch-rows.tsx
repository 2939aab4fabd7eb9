"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { mayDecideRows, mayEditRows } from "#components/batches/batch-acts.ts";
import { RowPages } from "#components/batches/row-pages.tsx";
import { RowTable } from "#components/batches/row-table.tsx";
import { FILTERS, StateFilter } from "#components/batches/state-filter.tsx";
import { useShowBatch } from "#components/batches/use-show-batch.ts";
import type { Viewer } from "#components/payments/decision-rights.ts";
import { Button } from "#components/ui/button.tsx";
import { ReasonDialog } from "#components/ui/dialog/reason-dialog.tsx";
import { loadOnDemand } from "#components/ui/load-on-demand.tsx";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { toast } from "#components/ui/toast.tsx";
import { ROWS_AT_ONCE } from "#lib/batches/batch-states.ts";
import type { Batch, BatchRow as Row } from "#lib/contracts/batch.ts";
import { batchQueries, decideBatch } from "#lib/queries/batches.ts";

const RowDialog = loadOnDemand(() => import("#components/batches/row-dialog.tsx"));

export function BatchRows({ batch, viewer }: { batch: Batch; viewer: Viewer }) {
	const t = useTranslations("batches");
	const search = useSearchParams();
	const state = FILTERS.find((name) => name === search.get("state"));
	const offset = Math.max(0, Math.floor(Number(search.get("from") ?? 1)) - 1 || 0);
	const client = useQueryClient();
	const show = useShowBatch();
	const rows = useQuery(batchQueries.rows(batch.id, state, offset));
	const [open, setOpen] = useState<Row | null>(null);
	const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
	const [isLeaving, setLeaving] = useState(false);
	const { items = [], total = 0 } = rows.data ?? {};
	useEffect(() => {
		if (offset + ROWS_AT_ONCE < total)
			void client.prefetchQuery(batchQueries.rows(batch.id, state, offset + ROWS_AT_ONCE));
	}, [client, batch.id, state, offset, total]);
	const onOpen = mayEditRows(batch, viewer) ? setOpen : null;
	const mayMark = mayDecideRows(batch, viewer);
	const mark = (n: number) =>
		setMarked((before) => new Set(before.has(n) ? [...before].filter((one) => one !== n) : [...before, n]));
	return (
		<section aria-label={t("column.rows")}>
			<search className="mb-4 flex flex-wrap items-center gap-3">
				<StateFilter batch={batch} state={state} />
				{mayMark && marked.size > 0 ? (
					<Button variant="danger" onClick={() => setLeaving(true)}>
						{t("leaveOutRows.act", { count: marked.size })}
					</Button>
				) : null}
			</search>
			<ReadFault query={rows} />
			{rows.data && items.length === 0 ? <EmptyState title={t("noRows")}>{null}</EmptyState> : null}
			{items.length > 0 ? <RowTable items={items} onOpen={onOpen} marks={mayMark ? { marked, mark } : null} /> : null}
			<RowPages offset={offset} shown={items.length} total={total} />
			{open ? <RowDialog batch={batch} row={open} onClose={() => setOpen(null)} /> : null}
			{isLeaving ? (
				<ReasonDialog
					texts={{
						title: t("leaveOutRows.title", { count: marked.size }),
						body: t("leaveOutRows.why"),
						act: t("leaveOutRows.act", { count: marked.size }),
						...{ reason: t("reason") },
					}}
					danger
					shortest={1}
					act={(reason) =>
						decideBatch(batch.id, { decision: "reject", version: batch.version, rows: [...marked], reason })
					}
					onDone={(changed) => {
						show(changed);
						toast(t("leaveOutRows.done"));
						setMarked(new Set());
					}}
					onClose={() => setLeaving(false)}
				/>
			) : null}
		</section>
	);
}

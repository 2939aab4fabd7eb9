"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { mayDecideRows, mayEditRows } from "#components/batches/allowed-actions.ts";
import { BatchRow, type RowMarks } from "#components/batches/batch-row.tsx";
import { FILTERS, StateFilter } from "#components/batches/state-filter.tsx";
import { useShowBatch } from "#components/batches/use-show-batch.ts";
import type { Viewer } from "#components/payments/decision-rights.ts";
import { Button } from "#components/ui/button.tsx";
import { ReasonDialog } from "#components/ui/dialog/reason-dialog.tsx";
import { loadOnDemand } from "#components/ui/load-on-demand.tsx";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { Heads } from "#components/ui/table/heads.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { showView } from "#components/ui/view-link.tsx";
import { ROWS_AT_ONCE } from "#lib/batches/batch-states.ts";
import type { Batch, BatchRow as Row } from "#lib/contracts/batch.ts";
import { batchQueries, decideBatch } from "#lib/queries/batches.ts";

const RowDialog = loadOnDemand(() => import("#components/batches/row-dialog.tsx"));

const NONE: ReadonlySet<number> = new Set();

export function BatchRows({ batch, viewer }: { batch: Batch; viewer: Viewer }) {
	const t = useTranslations("batches");
	const search = useSearchParams();
	const state = FILTERS.find((name) => name === search.get("state"));
	const offset = Math.max(0, Math.floor(Number(search.get("from") ?? 1)) - 1 || 0);
	const client = useQueryClient();
	const show = useShowBatch();
	const rows = useQuery(batchQueries.rows(batch.id, state, offset));
	const [open, setOpen] = useState<Row | null>(null);
	const waiting = batch.counts.awaiting_approval ?? 0;
	const [marks, setMarks] = useState({ rows: NONE, waiting });
	// When another person has decided on rows, the marks go: the server leaves out all marked rows or none.
	if (marks.waiting !== waiting) setMarks({ rows: NONE, waiting });
	const { rows: marked } = marks;
	const [leaving, setLeaving] = useState<{ version: number; rows: number[] } | null>(null);
	const { items = [], total = 0 } = rows.data ?? {};
	useEffect(() => {
		if (offset + ROWS_AT_ONCE < total)
			void client.prefetchQuery(batchQueries.rows(batch.id, state, offset + ROWS_AT_ONCE));
	}, [client, batch.id, state, offset, total]);
	const onOpen = mayEditRows(batch, viewer) ? setOpen : null;
	const mayMark = mayDecideRows(batch, viewer);
	const mark = (n: number) => {
		const rows = new Set(marked.has(n) ? [...marked].filter((one) => one !== n) : [...marked, n]);
		setMarks({ rows, waiting });
	};
	return (
		<section aria-label={t("column.rows")}>
			<search className="mb-4 flex flex-wrap items-center gap-3">
				<StateFilter batch={batch} state={state} />
				{mayMark && marked.size > 0 ? (
					<Button variant="danger" onClick={() => setLeaving({ version: batch.version, rows: [...marked] })}>
						{t("leaveOutRows.act", { count: marked.size })}
					</Button>
				) : null}
			</search>
			<ReadFault query={rows} />
			{rows.data && items.length === 0 ? <EmptyState title={t("noRows")}>{null}</EmptyState> : null}
			{items.length > 0 ? <RowTable items={items} onOpen={onOpen} marks={mayMark ? { marked, mark } : null} /> : null}
			<RowPages offset={offset} shown={items.length} total={total} />
			{open ? <RowDialog batch={batch} row={open} onClose={() => setOpen(null)} /> : null}
			{leaving ? (
				<ReasonDialog
					texts={{
						title: t("leaveOutRows.title", { count: leaving.rows.length }),
						body: t("leaveOutRows.why"),
						act: t("leaveOutRows.act", { count: leaving.rows.length }),
						...{ reason: t("reason") },
					}}
					danger
					shortest={1}
					act={(reason) => decideBatch(batch.id, { decision: "reject", ...leaving, reason })}
					onDone={(changed) => show(changed, t("leaveOutRows.done"))}
					onClose={() => setLeaving(null)}
				/>
			) : null}
		</section>
	);
}

interface RowTableProps {
	items: readonly Row[];
	/** Null when the reader cannot correct rows of this batch. */
	onOpen: ((row: Row) => void) | null;
	/** Null for a reader who may not leave rows out. */
	marks: RowMarks | null;
}

function RowTable({ items, onOpen, marks }: RowTableProps) {
	const t = useTranslations("batches");
	return (
		<Table
			data-wide
			caption={t("column.rows")}
			className="max-sm:table-fixed max-[22rem]:text-2xs max-[22rem]:[&_td]:px-1! max-[22rem]:[&_th]:px-1!"
		>
			<Heads
				of={[
					[t("column.n"), { numeric: true, className: marks ? "w-16 sm:w-20" : "w-10 sm:w-14" }],
					[t("column.recipient")],
					[t("column.operator"), { wide: true, className: "w-36 max-md:hidden" }],
					[t("column.purpose"), { wide: true, className: "max-lg:hidden" }],
					[t("column.state"), { wide: true, className: "w-56" }],
					[t("column.amount"), { numeric: true, className: "w-[34%] sm:w-36" }],
				]}
			/>
			<tbody>
				{items.map((row) => (
					<BatchRow key={row.n} row={row} onOpen={onOpen && (() => onOpen(row))} marks={marks} />
				))}
			</tbody>
		</Table>
	);
}

/** Alt with Page Up or Page Down shows the previous or next page. */
function RowPages({ offset, shown, total }: { offset: number; shown: number; total: number }) {
	const t = useTranslations("batches");
	const common = useTranslations("common");
	const path = usePathname();
	const search = useSearchParams();
	const hasMore = offset + shown < total;
	const show = (place: number) => {
		const next = new URLSearchParams(search);
		if (place <= 0) next.delete("from");
		else next.set("from", String(place + 1));
		showView(next.size > 0 ? `${path}?${next}` : path);
	};
	const [back, on] = [offset > 0 ? offset - ROWS_AT_ONCE : null, hasMore ? offset + ROWS_AT_ONCE : null];
	useEffect(() => {
		const turn = (event: KeyboardEvent) => {
			const to = event.key === "PageUp" ? back : event.key === "PageDown" ? on : null;
			if (!event.altKey || to === null) return;
			event.preventDefault();
			show(to);
		};
		window.addEventListener("keydown", turn);
		return () => window.removeEventListener("keydown", turn);
	});
	if (back === null && on === null) return null;
	return (
		<nav aria-label={common("pages")} className="mt-4 flex flex-wrap items-center gap-3">
			<Button disabled={back === null} onClick={() => back !== null && show(back)}>
				{t("previousRows")}
			</Button>
			<Button disabled={on === null} onClick={() => on !== null && show(on)}>
				{t("nextRows")}
			</Button>
			<span className="num text-ink-2 text-sm" aria-live="polite">
				{t("pageOf", { from: offset + 1, to: offset + shown, count: total })}
			</span>
		</nav>
	);
}

"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { BatchRow } from "#components/batches/batch-row.tsx";
import type { Viewer } from "#components/payments/decision-rights.ts";
import { Button } from "#components/ui/button.tsx";
import { ChipSelect } from "#components/ui/fields/chip-select.tsx";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { HeadCell, Table } from "#components/ui/table/table.tsx";
import { showView } from "#components/ui/view-link.tsx";
import { isRowView, ROW_VIEWS } from "#lib/batches/batch-states.ts";
import type { Batch, BatchRow as Row } from "#lib/contracts/batch.ts";
import { PAYMENT_STATES } from "#lib/payment-state.ts";
import { batchQueries } from "#lib/queries/batches.ts";

const RowDialog = lazy(() => import("#components/batches/row-dialog.tsx"));
const STATES = [...ROW_VIEWS, ...PAYMENT_STATES] as const;

export function BatchRows({ batch, viewer }: { batch: Batch; viewer: Viewer }) {
	const t = useTranslations("batches");
	const path = usePathname();
	const asked = useSearchParams().get("state");
	const state = STATES.find((name) => name === asked);
	const rows = useInfiniteQuery(batchQueries.rows(batch.id, state));
	const [open, setOpen] = useState<Row | null>(null);
	const items = rows.data?.pages.flatMap((page) => page.items) ?? [];
	const mayMend = batch.state === "draft" && (batch.maker.id === viewer.id || viewer.role === "admin");
	return (
		<section aria-label={t("column.rows")}>
			<search className="mb-4 flex">
				<StateFilter batch={batch} state={state} onChange={(next) => showView(next ? `${path}?state=${next}` : path)} />
			</search>
			<ReadFault query={rows} />
			{rows.data && items.length === 0 ? <EmptyState title={t("noRows")}>{null}</EmptyState> : null}
			{items.length > 0 ? (
				<Table caption={t("column.rows")} className="max-sm:table-fixed">
					<thead>
						<tr>
							<HeadCell numeric className="w-10 sm:w-14">
								{t("column.n")}
							</HeadCell>
							<HeadCell>{t("column.recipient")}</HeadCell>
							<HeadCell wide className="w-36 max-md:hidden">
								{t("column.operator")}
							</HeadCell>
							<HeadCell wide className="max-lg:hidden">
								{t("column.purpose")}
							</HeadCell>
							<HeadCell wide className="w-48">
								{t("column.state")}
							</HeadCell>
							<HeadCell numeric className="w-[34%] sm:w-36">
								{t("column.amount")}
							</HeadCell>
						</tr>
					</thead>
					<tbody>
						{items.map((row) => (
							<BatchRow key={row.n} row={row} onOpen={mayMend ? () => setOpen(row) : null} />
						))}
					</tbody>
				</Table>
			) : null}
			{rows.hasNextPage ? (
				<Button className="mt-4" busy={rows.isFetchingNextPage} onClick={() => void rows.fetchNextPage()}>
					{t("more")}
				</Button>
			) : null}
			{open ? (
				<Suspense>
					<RowDialog batch={batch} row={open} onClose={() => setOpen(null)} />
				</Suspense>
			) : null}
		</section>
	);
}

interface StateFilterProps {
	batch: Batch;
	state: Row["state"] | undefined;
	onChange: (state: string) => void;
}

/** Only the states that rows of this batch can have. */
function StateFilter({ batch, state, onChange }: StateFilterProps) {
	const t = useTranslations("batches");
	const states = useTranslations("states.payout");
	const offered = STATES.filter((name) => {
		if (name === "left_out") return batch.leftOutCount > 0 || state === name;
		if (name === "ready" || name === "faulty") return batch.state === "draft";
		return (batch.counts[name] ?? 0) > 0 || state === name;
	});
	return (
		<ChipSelect label={t("filter")} value={state ?? ""} onChange={onChange}>
			<option value="">{t("allRows", { count: batch.rowCount })}</option>
			{offered.map((name) => (
				<option key={name} value={name}>
					{isRowView(name) ? t(`rowStates.${name}`) : `${states(name)} (${batch.counts[name] ?? 0})`}
				</option>
			))}
		</ChipSelect>
	);
}

"use client";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { BatchProgressText } from "#components/batches/batch-progress.tsx";
import { readBatchQuery } from "#components/batches/batch-query.ts";
import { BatchStatePill } from "#components/batches/batch-state-pill.tsx";
import { BatchTotals } from "#components/batches/batch-totals.tsx";
import { cx } from "#components/ui/class-names.ts";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { CursorPages } from "#components/ui/page/cursor-pages.tsx";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { Heads } from "#components/ui/table/heads.tsx";
import { ROW_LINK } from "#components/ui/table/row-link.ts";
import { BodyCell, Table } from "#components/ui/table/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Batch } from "#lib/contracts/batch.ts";
import { batchQueries } from "#lib/queries/batches.ts";

export function BatchListView({ mayStart }: { mayStart: boolean }) {
	const t = useTranslations("batches");
	const query = readBatchQuery(useSearchParams());
	const list = useQuery(batchQueries.list(query));
	const start = mayStart ? (
		<LinkButton href="/batches/new" variant="primary">
			<Icon name="table-2" />
			{t("new")}
		</LinkButton>
	) : null;
	return (
		<>
			<PageHeader title={t("title")} lead={t("lead")} actions={start} />
			<ReadFault query={list} />
			{list.data?.items.length === 0 ? <EmptyState title={t("emptyTitle")}>{t("emptyWhy")}</EmptyState> : null}
			{list.data && list.data.items.length > 0 ? (
				<BatchTable items={list.data.items} isOld={list.isPlaceholderData} />
			) : null}
			<CursorPages
				first={query.cursor ? "/batches" : null}
				next={list.data?.nextCursor ? `/batches?cursor=${list.data.nextCursor}` : null}
				nextText={t("older")}
			/>
		</>
	);
}

function BatchTable({ items, isOld }: { items: readonly Batch[]; isOld: boolean }) {
	const t = useTranslations("batches");
	return (
		<Table
			data-wide
			caption={t("title")}
			className={cx("transition-opacity max-sm:table-fixed", isOld && "opacity-60")}
		>
			<Heads
				of={[
					[t("column.name"), { className: "max-sm:w-[60%]" }],
					[t("column.state"), { wide: true, className: "w-48" }],
					[t("column.rows"), { wide: true, numeric: true, className: "w-24" }],
					[t("column.total"), { numeric: true, className: "w-[40%] sm:w-40" }],
					[t("column.maker"), { wide: true, className: "w-44 max-md:hidden" }],
					[t("column.when"), { wide: true, className: "w-40 max-md:hidden" }],
				]}
			/>
			<tbody>
				{items.map((batch) => (
					<tr key={batch.id} className="relative">
						<BodyCell className="max-sm:whitespace-normal">
							<DeskLink href={`/batches/${batch.id}`} className={cx(ROW_LINK, "wrap-anywhere font-[520]")}>
								{batch.name}
							</DeskLink>
							<span className="mt-1 block sm:hidden [&>span]:whitespace-normal!">
								<BatchStatePill batch={batch} />
								<BatchProgressText batch={batch} />
							</span>
						</BodyCell>
						<BodyCell wide className="whitespace-normal">
							<BatchStatePill batch={batch} />
							<BatchProgressText batch={batch} />
						</BodyCell>
						<BodyCell wide numeric>
							{batch.totals.reduce((sum, { count }) => sum + count, 0)}
						</BodyCell>
						<BodyCell numeric>
							<BatchTotals totals={batch.totals} />
						</BodyCell>
						<BodyCell wide className="max-md:hidden">
							{batch.maker.name}
						</BodyCell>
						<BodyCell wide className="num text-ink-2 max-md:hidden">
							<Time at={batch.requestedAt ?? batch.createdAt} as="momentShort" />
						</BodyCell>
					</tr>
				))}
			</tbody>
		</Table>
	);
}

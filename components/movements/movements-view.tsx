"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { MovementFilters } from "#components/movements/filters/movement-filters.tsx";
import { MovementPages } from "#components/movements/movement-pages.tsx";
import { MovementTable } from "#components/movements/movement-table.tsx";
import { MovementTotals } from "#components/movements/movement-totals.tsx";
import { MovementsHeader } from "#components/movements/movements-header.tsx";
import type { Viewer } from "#components/payments/decision-rights.ts";
import { ListWithDetail } from "#components/payments/list/list-with-detail.tsx";
import { useMarks } from "#components/payments/use-marks.ts";
import { AllTexts, loadOnDemand } from "#components/ui/load-on-demand.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { TableSkeleton } from "#components/ui/table/table-skeleton.tsx";
import { beforeViews } from "#components/ui/view-link.tsx";
import { useLayout } from "#components/views/use-layout.ts";
import { ApiError } from "#lib/api.ts";
import type { Movement, MovementList } from "#lib/contracts/movement.ts";
import { countedLines, type MovementView, readMovementView } from "#lib/movements/movement-view.ts";
import { movementQueries } from "#lib/queries/movements.ts";

// Loaded on demand, because they are rarely needed.
const MovementEmpty = loadOnDemand(() => import("#components/movements/movement-empty.tsx"));
const DayClosingBalance = loadOnDemand(() => import("#components/movements/day-closing-balance.tsx"));
const MarkedLines = loadOnDemand(() => import("#components/movements/marked-lines.tsx"), AllTexts);
const MovementNotices = loadOnDemand(() => import("#components/movements/movement-notices.tsx"), AllTexts);

interface MovementsViewProps {
	currencies: readonly string[];
	viewer: Viewer;
}

export function MovementsView({ currencies, viewer }: MovementsViewProps) {
	const view = readMovementView(useSearchParams(), currencies, useLayout("movements").rows);
	usePrefetchedViews(currencies);
	const query = useQuery(movementQueries.list(view.currency, view.query));
	const marks = useMarks<Movement>();
	const { data } = query;
	const counted = { ...marks, items: countedLines(marks.items, view.currency, data?.items ?? []) };
	const refused = query.error instanceof ApiError && query.error.code === "invalid_input";
	return (
		<>
			<MovementsHeader view={view} list={data} />
			<ListWithDetail viewer={viewer}>
				<MovementFilters view={view} currencies={currencies} types={data?.types ?? []} />
				{refused ? <MovementEmpty view={view} list={undefined} /> : <ReadFault query={query} />}
				{data && hasCaveats(view, data) ? <MovementNotices view={view} list={data} /> : null}
				{view.query.to ? <DayClosingBalance currency={view.currency} day={view.query.to} /> : null}
				{data && data.items.length > 0 ? (
					<>
						<MovementTotals view={view} list={data} />
						<MovementTable view={view} list={data} waiting={query.isPlaceholderData} marks={marks} />
						<MovementPages view={view} list={data} waiting={query.isPlaceholderData} />
					</>
				) : null}
				{data && data.items.length === 0 ? <MovementEmpty view={view} list={data} /> : null}
				{data || query.error ? null : <TableSkeleton />}
				{counted.items.length > 0 ? <MarkedLines marks={counted} currency={view.currency} /> : null}
			</ListWithDetail>
		</>
	);
}

/** Prefetches the lines of another page, order or filter at hover or focus of its link, at the latest at the click. */
function usePrefetchedViews(currencies: readonly string[]): void {
	const client = useQueryClient();
	const { rows } = useLayout("movements");
	useEffect(
		() =>
			beforeViews((href) => {
				const { currency, query } = readMovementView(new URL(href, location.href).searchParams, currencies, rows);
				void client.prefetchQuery(movementQueries.list(currency, query));
			}),
		[client, currencies, rows],
	);
}

function hasCaveats({ dropped }: MovementView, { mirror, isArriving }: MovementList): boolean {
	return dropped || isArriving || mirror.mayBeCut || !!(mirror.fault || mirror.incomplete);
}

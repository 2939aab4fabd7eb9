"use client";
/** A wallet's movements: the mirror's rows as the address asks for them. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { MovementFilters } from "#components/movements/filters/movement-filters.tsx";
import { MovementPages } from "#components/movements/movement-pages.tsx";
import { MovementTable } from "#components/movements/movement-table.tsx";
import { MovementsHeader } from "#components/movements/movements-header.tsx";
import { TableSkeleton } from "#components/movements/table-skeleton.tsx";
import { useMovementView } from "#components/movements/use-movement-view.ts";
import type { Viewer } from "#components/payments/decision-rights.ts";
import { Beside } from "#components/payments/list/beside.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { beforeViews } from "#components/ui/view-link.tsx";
import { ApiError } from "#lib/api.ts";
import type { MovementList } from "#lib/contracts/movement.ts";
import { type MovementView, readMovementView } from "#lib/movement-view.ts";
import { movementQueries } from "#lib/queries/movements.ts";

// Rare: the page of a list that is whole and has rows does not carry the words of others.
const MovementEmpty = lazy(() => import("#components/movements/movement-empty.tsx"));
const MovementNotices = lazy(() => import("#components/movements/movement-notices.tsx"));

interface MovementsViewProps {
	/** The configured wallets. */
	currencies: readonly string[];
	viewer: Viewer;
}

export function MovementsView({ currencies, viewer }: MovementsViewProps) {
	const view = useMovementView(currencies);
	useAskAhead(currencies);
	const query = useQuery(movementQueries.list(view.currency, view.query));
	const { data } = query;
	const refused = query.error instanceof ApiError && query.error.code === "invalid_input";
	return (
		<>
			<MovementsHeader view={view} list={data} />
			<Beside viewer={viewer}>
				<MovementFilters view={view} currencies={currencies} types={data?.types ?? []} />
				{refused ? (
					<Suspense>
						<MovementEmpty view={view} list={undefined} />
					</Suspense>
				) : (
					<ReadFault query={query} />
				)}
				{data && isToBeDoubted(view, data) ? (
					<Suspense>
						<MovementNotices view={view} list={data} />
					</Suspense>
				) : null}
				{data && data.items.length > 0 ? (
					<>
						<MovementTable view={view} list={data} waiting={query.isPlaceholderData} />
						<MovementPages view={view} list={data} waiting={query.isPlaceholderData} />
					</>
				) : null}
				{data && data.items.length === 0 ? (
					<Suspense>
						<MovementEmpty view={view} list={data} />
					</Suspense>
				) : null}
				{data || query.error ? null : <TableSkeleton />}
			</Beside>
		</>
	);
}

/** The rows of the next view are asked for when somebody reaches for it, at the latest by the click: sorting, filters, pages. */
function useAskAhead(currencies: readonly string[]): void {
	const client = useQueryClient();
	useEffect(
		() =>
			beforeViews((href) => {
				const { currency, query } = readMovementView(new URL(href, location.href).searchParams, currencies);
				void client.prefetchQuery(movementQueries.list(currency, query));
			}),
		[client, currencies],
	);
}

function isToBeDoubted({ dropped }: MovementView, { mirror, isArriving }: MovementList): boolean {
	return dropped || isArriving || mirror.mayBeCut || !!(mirror.fault || mirror.incomplete);
}

"use client";
/** A wallet's movements: the mirror's rows as the address asks for them. */
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { MovementEmpty } from "#components/movements/movement-empty.tsx";
import { MovementFilters } from "#components/movements/movement-filters.tsx";
import { MovementNotices } from "#components/movements/movement-notices.tsx";
import { MovementPages } from "#components/movements/movement-pages.tsx";
import { MovementTable } from "#components/movements/movement-table.tsx";
import { MovementsHeader } from "#components/movements/movements-header.tsx";
import { TableSkeleton } from "#components/movements/table-skeleton.tsx";
import { useMovementView } from "#components/movements/use-movement-view.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { ReadFault } from "#components/ui/read-fault.tsx";
import { ApiError } from "#lib/api.ts";
import { movementQueries } from "#lib/queries/movements.ts";

interface MovementsViewProps {
	/** The configured wallets. */
	currencies: readonly string[];
	mayRefresh: boolean;
}

export function MovementsView({ currencies, mayRefresh }: MovementsViewProps) {
	const t = useTranslations("movements");
	const view = useMovementView(currencies);
	const query = useQuery(movementQueries.list(view.currency, view.query));
	const { data } = query;
	const refused = query.error instanceof ApiError && query.error.code === "invalid_input";
	return (
		<>
			<MovementsHeader view={view} list={data} mayRefresh={mayRefresh} />
			<MovementFilters view={view} currencies={currencies} types={data?.types ?? []} />
			{refused ? (
				<EmptyState
					title={t("noMatchTitle")}
					action={<LinkButton href={`/movements?currency=${view.currency}`}>{t("clearAll")}</LinkButton>}
				>
					{t("invalid")}
				</EmptyState>
			) : (
				<ReadFault query={query} />
			)}
			{data ? <MovementNotices view={view} list={data} /> : null}
			{data && data.items.length > 0 ? (
				<>
					<MovementTable view={view} list={data} waiting={query.isPlaceholderData} />
					<MovementPages view={view} list={data} waiting={query.isPlaceholderData} />
				</>
			) : null}
			{data && data.items.length === 0 ? <MovementEmpty view={view} list={data} /> : null}
			{data || query.error ? null : <TableSkeleton />}
		</>
	);
}

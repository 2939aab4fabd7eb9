"use client";
import { useQuery } from "@tanstack/react-query";
import type { MovementSums } from "#lib/contracts/movement.ts";
import type { MovementView } from "#lib/movements/movement-view.ts";
import { movementQueries } from "#lib/queries/movements.ts";

/** Totals over all filtered rows: first "at least" when there are many, then the full count. Undefined: not known yet. */
export function useMovementSums({ currency, query }: MovementView, isArriving: boolean): MovementSums | undefined {
	const { data: first } = useQuery(movementQueries.sums(currency, query));
	const wanted = !isArriving && first?.isAtLeast === true;
	const { data: whole } = useQuery({ ...movementQueries.sums(currency, query, true), enabled: wanted });
	return (wanted ? whole : undefined) ?? first;
}

"use client";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { LineName } from "#lib/contracts/line-name.ts";
import type { MovementList } from "#lib/contracts/movement.ts";
import type { MovementView } from "#lib/movement-view.ts";
import { lineNameQueries } from "#lib/queries/line-names.ts";

/** What the lines shown are, by id: asked once they are there. A balance runs in the order of time alone. */
export function useLineNames(
	{ currency, query }: MovementView,
	{ items }: MovementList,
): ReadonlyMap<string, LineName> {
	const inOrder = query.sort === "createdAt" || query.sort === "-createdAt";
	const { data } = useQuery(lineNameQueries.of(currency, items, inOrder));
	return useMemo(() => new Map(data?.items.map((name) => [name.id, name])), [data]);
}

"use client";
import { useQuery } from "@tanstack/react-query";
import type { Layout } from "#lib/contracts/view.ts";
import { type ListColumns, type ListName, USUAL_LAYOUT } from "#lib/lists/list-columns.ts";
import { viewQueries } from "#lib/queries/views.ts";

interface ShownLayout<List extends ListName> extends Layout {
	/** Null: the usual columns, which leave out what a narrow list has no room for. */
	columns: readonly ListColumns[List][] | null;
}

/** How this member sees the list: the page's server reads it with the rows, so that nothing changes after the first paint. */
export function useLayout<List extends ListName>(list: List): ShownLayout<List> {
	const { data } = useQuery(viewQueries.of(list));
	return (data?.layout ?? USUAL_LAYOUT) as ShownLayout<List>;
}

/** What an export takes so that its file has the chosen columns; without a choice it has all of them. */
export function useExportColumns(list: ListName): { columns?: string } {
	const { columns } = useLayout(list);
	return columns ? { columns: columns.join() } : {};
}

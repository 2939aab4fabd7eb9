"use client";
import { useQuery } from "@tanstack/react-query";
import type { Layout } from "#lib/contracts/view.ts";
import { type ListColumns, type ListName, USUAL_LAYOUT } from "#lib/lists/list-columns.ts";
import { viewQueries } from "#lib/queries/views.ts";

interface ShownLayout<List extends ListName> extends Layout {
	/** Null: the usual columns, some of which a narrow list hides. */
	columns: readonly ListColumns[List][] | null;
}

/** The member's layout of the list, which the server reads with the rows, so that nothing moves after the first paint. */
export function useLayout<List extends ListName>(list: List): ShownLayout<List> {
	const { data } = useQuery(viewQueries.of(list));
	return (data?.layout ?? USUAL_LAYOUT) as ShownLayout<List>;
}

/** The query of an export with the chosen columns; without a choice, the file has all columns. */
export function useExportColumns(list: ListName): { columns?: string } {
	const { columns } = useLayout(list);
	return columns ? { columns: columns.join() } : {};
}

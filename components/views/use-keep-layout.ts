"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { apiSend } from "#lib/api.ts";
import type { Layout, LayoutChange, ListViews } from "#lib/contracts/view.ts";
import { type ListName, USUAL_LAYOUT } from "#lib/lists/list-columns.ts";
import { viewQueries } from "#lib/queries/views.ts";

export function useKeepLayout(list: ListName): (change: Partial<Layout>) => void {
	const client = useQueryClient();
	const errorText = useErrorText();
	const { queryKey } = viewQueries.of(list);
	const { mutate } = useMutation({
		// Requests run one after the other, so that the last choice is the one stored.
		scope: { id: `layout-${list}` },
		mutationFn: (layout: Layout) => apiSend("PUT", "/api/views/layout", { list, ...layout } satisfies LayoutChange),
		onError: (error) => {
			toast(errorText(error), "danger");
			void client.invalidateQueries({ queryKey });
		},
	});
	return (change) => {
		const before = client.getQueryData<ListViews>(queryKey);
		const layout: Layout = { ...USUAL_LAYOUT, ...before?.layout, ...change };
		client.setQueryData<ListViews>(queryKey, { views: [], ...before, layout });
		mutate(layout);
	};
}

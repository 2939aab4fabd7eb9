"use client";
import { ColumnsForm } from "#components/views/columns-form.tsx";
import { SavedViews } from "#components/views/saved-views.tsx";
import type { ListName } from "#lib/lists/list-columns.ts";

interface ViewPanelProps {
	list: ListName;
	/** What each column is called at its head. */
	labels: Readonly<Record<string, string>>;
	onOpened: () => void;
}

/** How a member looks at a list. On phones without columns: their rows have one form. */
export function ViewPanel({ list, labels, onOpened }: ViewPanelProps) {
	return (
		<div className="grid gap-3.5">
			<SavedViews list={list} onOpened={onOpened} />
			<div className="border-line border-t pt-3.5 max-sm:hidden">
				<ColumnsForm list={list} labels={labels} />
			</div>
		</div>
	);
}

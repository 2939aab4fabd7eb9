"use client";
import { useTranslations } from "next-intl";
import { ColumnsForm } from "#components/views/columns-form.tsx";
import { PageSize } from "#components/views/page-size.tsx";
import { SavedViews } from "#components/views/saved-views.tsx";
import type { ListName } from "#lib/lists/list-columns.ts";

interface ViewPanelProps {
	list: ListName;
	/** The name of each column, as at its head. */
	labels: Readonly<Record<string, string>>;
	onOpened: () => void;
}

/** How a member looks at a list. On phones without columns: their rows have one form. */
export function ViewPanel({ list, labels, onOpened }: ViewPanelProps) {
	const t = useTranslations("columns");
	return (
		<div className="-m-3.5 grid max-h-[85dvh] gap-3.5 overflow-y-auto p-3.5">
			<SavedViews list={list} onOpened={onOpened} />
			<div className="grid gap-2 border-line border-t pt-3">
				<h2 className="font-[560] text-ink-2 text-xs">{t("rows")}</h2>
				<PageSize list={list} />
			</div>
			<div className="grid gap-2 border-line border-t pt-3 max-sm:hidden">
				<h2 className="font-[560] text-ink-2 text-xs">{t("heading")}</h2>
				<ColumnsForm list={list} labels={labels} />
			</div>
		</div>
	);
}

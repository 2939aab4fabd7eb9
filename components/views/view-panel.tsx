"use client";
import { useTranslations } from "next-intl";
import { Segmented } from "#components/ui/fields/segmented.tsx";
import { showView } from "#components/ui/view-link.tsx";
import { ColumnsForm } from "#components/views/columns-form.tsx";
import { SavedViews } from "#components/views/saved-views.tsx";
import { useKeepLayout } from "#components/views/use-keep-layout.ts";
import { useLayout } from "#components/views/use-layout.ts";
import { type ListName, PAGE_SIZES } from "#lib/lists/list-columns.ts";

interface ViewPanelProps {
	list: ListName;
	labels: Readonly<Record<string, string>>;
	onOpened: () => void;
}

/** Offers no columns on phones, where rows have a fixed form. */
export default function ViewPanel({ list, labels, onOpened }: ViewPanelProps) {
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

const OPTIONS = PAGE_SIZES.map((size) => ({ value: String(size), label: size }));

/** Sets the rows per page. The list then returns to its first page, because page numbers depend on the size. */
function PageSize({ list }: { list: ListName }) {
	const t = useTranslations("columns");
	const { rows } = useLayout(list);
	const keep = useKeepLayout(list);
	const choose = (value: string) => {
		const size = PAGE_SIZES.find((known) => String(known) === value);
		if (!size) return;
		const params = new URLSearchParams(location.search);
		if (params.has("cursor")) {
			params.delete("cursor");
			params.delete("page");
			showView(`/${list}?${params}`);
		}
		keep({ rows: size });
	};
	return <Segmented label={t("rows")} className="w-full" value={String(rows)} options={OPTIONS} onChange={choose} />;
}

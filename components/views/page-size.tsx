"use client";
import { useTranslations } from "next-intl";
import { Segmented } from "#components/ui/fields/segmented.tsx";
import { showView } from "#components/ui/view-link.tsx";
import { useKeepLayout } from "#components/views/use-keep-layout.ts";
import { useLayout } from "#components/views/use-layout.ts";
import { type ListName, PAGE_SIZES } from "#lib/lists/list-columns.ts";

const OPTIONS = PAGE_SIZES.map((size) => ({ value: String(size), label: size }));

/** Rows of a page. Another size begins at the first page, since pages are counted in it. */
export function PageSize({ list }: { list: ListName }) {
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

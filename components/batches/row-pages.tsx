"use client";
import { usePathname, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { Button } from "#components/ui/button.tsx";
import { showView } from "#components/ui/view-link.tsx";
import { ROWS_AT_ONCE } from "#lib/batches/batch-states.ts";

/** Alt with Page Up or Page Down shows the previous or next page. */
export function RowPages({ offset, shown, total }: { offset: number; shown: number; total: number }) {
	const t = useTranslations("batches");
	const common = useTranslations("common");
	const path = usePathname();
	const search = useSearchParams();
	const hasMore = offset + shown < total;
	const show = (place: number) => {
		const next = new URLSearchParams(search);
		if (place <= 0) next.delete("from");
		else next.set("from", String(place + 1));
		showView(next.size > 0 ? `${path}?${next}` : path);
	};
	const [back, on] = [offset > 0 ? offset - ROWS_AT_ONCE : null, hasMore ? offset + ROWS_AT_ONCE : null];
	useEffect(() => {
		const turn = (event: KeyboardEvent) => {
			const to = event.key === "PageUp" ? back : event.key === "PageDown" ? on : null;
			if (!event.altKey || to === null) return;
			event.preventDefault();
			show(to);
		};
		window.addEventListener("keydown", turn);
		return () => window.removeEventListener("keydown", turn);
	});
	if (back === null && on === null) return null;
	return (
		<nav aria-label={common("pages")} className="mt-4 flex flex-wrap items-center gap-3">
			<Button disabled={back === null} onClick={() => back !== null && show(back)}>
				{t("previousRows")}
			</Button>
			<Button disabled={on === null} onClick={() => on !== null && show(on)}>
				{t("nextRows")}
			</Button>
			<span className="num text-ink-2 text-sm" aria-live="polite">
				{t("pageOf", { from: offset + 1, to: offset + shown, count: total })}
			</span>
		</nav>
	);
}

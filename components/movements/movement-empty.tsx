"use client";
/** Shown in place of an empty list. `list` is undefined when the server refused the filters. */
import { useTranslations } from "next-intl";
import { buttonClass } from "#components/ui/button-class.ts";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { ViewLink } from "#components/ui/view-link.tsx";
import type { MovementList } from "#lib/contracts/movement.ts";
import type { MovementView } from "#lib/movements/movement-view.ts";

export default function MovementEmpty({ view, list }: { view: MovementView; list: MovementList | undefined }) {
	const t = useTranslations("movements");
	if (!list || list.mirror.rows > 0) {
		return (
			<EmptyState
				title={t("noMatchTitle")}
				action={
					<ViewLink href={`/movements?currency=${view.currency}`} className={buttonClass()}>
						{t("clearAll")}
					</ViewLink>
				}
			>
				{t(list ? "noMatchWhy" : "invalid")}
			</EmptyState>
		);
	}
	if (list.syncedAt) return <EmptyState title={t("emptyTitle")}>{t("emptyWhy")}</EmptyState>;
	return <EmptyState title={t("neverTitle")}>{t("neverWhy")}</EmptyState>;
}

"use client";
import { useTranslations } from "next-intl";
import { lazy } from "react";
import { FilterMenu } from "#components/ui/fields/filter-menu.tsx";
import { showView } from "#components/ui/view-link.tsx";
import { type MovementView, movementViewPath } from "#lib/movement-view.ts";
import { isNamedType } from "#lib/movements.ts";

// They come when somebody reaches for them.
const TypeChoices = lazy(() => import("#components/movements/filters/type-choices.tsx"));

/** The types that this wallet's mirror holds, as the service named them. */
export function TypeFilter({ view, types }: { view: MovementView; types: readonly string[] }) {
	const t = useTranslations("movements");
	const chosen = view.query.type;
	const labelOf = (type: string) => (isNamedType(type) ? t(`types.${type}`) : type);
	const clear = {
		label: t("removeFilter", { name: t("type") }),
		onClear: () => showView(movementViewPath(view, { type: undefined })),
	};
	return (
		<FilterMenu label={t("type")} {...(chosen ? { value: labelOf(chosen), clear } : {})}>
			{(close) => <TypeChoices view={view} types={types} labelOf={labelOf} onDone={close} />}
		</FilterMenu>
	);
}

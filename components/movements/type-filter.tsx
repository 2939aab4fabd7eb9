"use client";
import { useTranslations } from "next-intl";
import { cx } from "#components/ui/class-names.ts";
import { FilterMenu } from "#components/ui/filter-menu.tsx";
import { showView, ViewLink } from "#components/ui/view-link.tsx";
import { type MovementView, movementViewPath } from "#lib/movement-view.ts";
import { isNamedType } from "#lib/movements.ts";

/** The types that this wallet's mirror holds, as the service named them. */
export function TypeFilter({ view, types }: { view: MovementView; types: readonly string[] }) {
	const t = useTranslations("movements");
	const chosen = view.query.type;
	const words = (type: string) => (isNamedType(type) ? t(`types.${type}`) : type);
	const clear = {
		label: t("removeFilter", { name: t("type") }),
		onClear: () => showView(movementViewPath(view, { type: undefined })),
	};
	const choices = [undefined, ...types];
	return (
		<FilterMenu label={t("type")} {...(chosen ? { value: words(chosen), clear } : {})}>
			{(close) => (
				<ul className="-m-1.5">
					{choices.map((type) => (
						<li key={type ?? ""}>
							<ViewLink
								href={movementViewPath(view, { type })}
								onClick={close}
								aria-current={type === chosen ? "true" : undefined}
								className={cx(
									"block truncate rounded-[6px] px-2 py-1.5 text-sm hover:bg-neutral-soft",
									type === chosen && "font-semibold text-accent",
								)}
							>
								{type === undefined ? t("typeAll") : words(type)}
							</ViewLink>
						</li>
					))}
				</ul>
			)}
		</FilterMenu>
	);
}

"use client";
import { useTranslations } from "next-intl";
import { cx } from "#components/ui/class-names.ts";
import { ViewLink } from "#components/ui/view-link.tsx";
import { type MovementView, movementViewPath } from "#lib/movements/movement-view.ts";

interface TypeChoicesProps {
	view: MovementView;
	types: readonly string[];
	labelOf: (type: string) => string;
	onDone: () => void;
}

export default function TypeChoices({ view, types, labelOf, onDone }: TypeChoicesProps) {
	const t = useTranslations("movements");
	const chosen = view.query.type;
	return (
		<ul className="-m-1.5">
			{[undefined, ...types].map((type) => (
				<li key={type ?? ""}>
					<ViewLink
						href={movementViewPath(view, { type })}
						onClick={onDone}
						aria-current={type === chosen ? "true" : undefined}
						className={cx(
							"block truncate rounded-[6px] px-2 py-1.5 text-sm hover:bg-neutral-soft",
							type === chosen && "font-semibold text-accent",
						)}
					>
						{type === undefined ? t("typeAll") : labelOf(type)}
					</ViewLink>
				</li>
			))}
		</ul>
	);
}

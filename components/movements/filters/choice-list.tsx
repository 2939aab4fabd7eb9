"use client";
import { cx } from "#components/ui/class-names.ts";
import { ViewLink } from "#components/ui/view-link.tsx";
import { type MovementView, movementViewPath } from "#lib/movements/movement-view.ts";

interface ChoiceListProps {
	view: MovementView;
	field: "type" | "operator";
	/** `code` undefined: no filter. */
	choices: readonly { code: string | undefined; label: string }[];
	onDone: () => void;
}

export default function ChoiceList({ view, field, choices, onDone }: ChoiceListProps) {
	const chosen = view.query[field];
	return (
		<ul className="-m-1.5 max-h-80 overflow-y-auto">
			{choices.map(({ code, label }) => (
				<li key={code ?? ""}>
					<ViewLink
						href={movementViewPath(view, { [field]: code })}
						onClick={onDone}
						aria-current={code === chosen ? "true" : undefined}
						className={cx(
							"block truncate rounded-[6px] px-2 py-1.5 text-sm hover:bg-neutral-soft",
							code === chosen && "font-semibold text-accent",
						)}
					>
						{label}
					</ViewLink>
				</li>
			))}
		</ul>
	);
}

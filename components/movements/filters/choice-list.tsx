"use client";
import { cx } from "#components/ui/class-names.ts";
import { ViewLink } from "#components/ui/view-link.tsx";

interface ChoiceListProps {
	/** `code` undefined: no filter. */
	choices: readonly { code: string | undefined; label: string }[];
	chosen: string | undefined;
	pathOf: (code: string | undefined) => string;
	onDone: () => void;
}

/** The choices of a filter, each a link to the list with it. */
export function ChoiceList({ choices, chosen, pathOf, onDone }: ChoiceListProps) {
	return (
		<ul className="-m-1.5 max-h-80 overflow-y-auto">
			{choices.map(({ code, label }) => (
				<li key={code ?? ""}>
					<ViewLink
						href={pathOf(code)}
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

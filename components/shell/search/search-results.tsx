"use client";
import { useTranslations } from "next-intl";
import { type Entry, groupOf } from "#components/shell/search/search-entries.ts";
import { SearchOption } from "#components/shell/search/search-option.tsx";

interface SearchResultsProps {
	id: string;
	entries: readonly Entry[];
	/** The place of the selected entry; -1 for none. */
	chosen: number;
	settled: boolean;
	onOpen: (entry: Entry) => void;
}

export function SearchResults({ id, entries, chosen, settled, onOpen }: SearchResultsProps) {
	const t = useTranslations("search");
	return (
		<div
			id={`${id}-list`}
			role="listbox"
			aria-label={t("results")}
			aria-busy={!settled}
			className="max-h-[60dvh] overflow-y-auto p-1.5"
		>
			{[...new Set(entries.map(groupOf))].map((group) => (
				<fieldset key={group} aria-label={t(`groups.${group}`)} className="min-w-0">
					<div aria-hidden="true" className="px-2.5 pt-2 pb-0.5 font-medium text-2xs text-ink-2">
						{t(`groups.${group}`)}
					</div>
					{entries.map((entry, index) =>
						groupOf(entry) === group ? (
							<SearchOption
								key={`${entry.href}${entry.why}`}
								id={`${id}-${index}`}
								entry={entry}
								chosen={index === chosen}
								onOpen={() => onOpen(entry)}
							/>
						) : null,
					)}
				</fieldset>
			))}
		</div>
	);
}

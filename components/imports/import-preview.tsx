"use client";
import { useTranslations } from "next-intl";
import type { ReferenceList } from "#lib/reference-list.ts";

const SHOWN_FAULTS = 5;

/** What was read out of the text; its height is kept while it is empty. */
export function ImportPreview({ list }: { list: ReferenceList }) {
	const t = useTranslations("imports");
	const { references, faults, repeated, column } = list;
	const parts = [
		t("understood", { count: references.length }),
		...(column === null ? [] : [t("column", { name: column })]),
		...(repeated > 0 ? [t("repeated", { count: repeated })] : []),
	];
	const isEmpty = references.length === 0 && faults.length === 0;
	return (
		<div className="mt-2 min-h-6 text-ink-2 text-sm" aria-live="polite">
			{isEmpty ? null : <p>{parts.join(" · ")}</p>}
			{faults.length > 0 ? (
				<div className="mt-1">
					<p className="font-[520] text-warning">{t("notUnderstood", { count: faults.length })}</p>
					<ul className="mt-0.5">
						{faults.slice(0, SHOWN_FAULTS).map(({ line, text }) => (
							<li key={`${line}:${text}`} className="truncate">
								{t("line", { line })} <bdi className="code">{text}</bdi>
							</li>
						))}
					</ul>
					{faults.length > SHOWN_FAULTS ? <p>{t("moreFaults", { count: faults.length - SHOWN_FAULTS })}</p> : null}
				</div>
			) : null}
		</div>
	);
}

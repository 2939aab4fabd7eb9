import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card } from "#components/ui/page/card.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";

export interface FigureProps {
	id: string;
	title: string;
	sentence: ReactNode;
	legend?: ReactNode;
	/** Column heads of the table: the first names the row, the others are figures. */
	heads: readonly string[];
	rows: readonly (readonly ReactNode[])[];
	children: ReactNode;
}

export function Figure({ id, title, sentence, legend, heads, rows, children }: FigureProps) {
	const t = useTranslations("insights");
	return (
		<Card aria-labelledby={id} className="min-w-0 break-inside-avoid">
			<h2 id={id} className="font-semibold text-md">
				{title}
			</h2>
			<p className="mt-0.5 mb-3.5 max-w-[70ch] text-pretty text-ink-2 text-sm">{sentence}</p>
			{rows.length > 0 ? children : null}
			{legend && rows.length > 0 ? <p className="mt-2 text-ink-2 text-xs">{legend}</p> : null}
			{rows.length > 0 ? (
				<details className="mt-3 print:hidden">
					<summary className="w-fit cursor-pointer rounded-sm py-1 text-accent text-sm hover:underline">
						{t("table")}
					</summary>
					<div className="overflow-x-auto">
						<DataTable
							caption={title}
							className="text-xs max-[22rem]:text-2xs max-[22rem]:[&_td]:px-0.5! max-[22rem]:[&_th]:px-0.5! [&>thead]:static [&_td]:px-1! [&_th]:px-1!"
							columns={heads.map((head, place) => ({
								...{ head, numeric: place > 0, wide: place > 2, of: (row: readonly ReactNode[]) => row[place] },
								...{ headClassName: "whitespace-normal!", className: place === 0 ? "whitespace-normal!" : undefined },
							}))}
							rows={rows}
							keyOf={([name]) => String(name)}
						/>
					</div>
				</details>
			) : null}
		</Card>
	);
}

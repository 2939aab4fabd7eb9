import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Figure, type FigureProps } from "#components/insights/figure.tsx";
import type { Share } from "#lib/movements/flow-scale.ts";

interface FigureRow {
	key: string;
	label: string;
	/** Shares of the width: first filled, then hatched. */
	filled: Share;
	hatched?: Share;
	figure: string;
	/** Cells of the table after the label; null leaves the row out of the table. */
	cells: readonly ReactNode[] | null;
}

interface RowFigureProps extends Omit<FigureProps, "rows" | "children"> {
	rows: readonly FigureRow[];
}

const MOST_ROWS = 6;

/** One bar per row, with name and figure. The screen shows six bars and the other rows only in the table; a print shows all. */
export function RowFigure({ rows, ...figure }: RowFigureProps) {
	const t = useTranslations("insights");
	const more = rows.length - MOST_ROWS;
	return (
		<Figure {...figure} rows={rows.flatMap(({ label, cells }) => (cells ? [[label, ...cells]] : []))}>
			<ul className="grid gap-2.5">
				{rows.map(({ key, label, filled, hatched = 0, figure: text }, place) => (
					<li key={key} className={place < MOST_ROWS ? undefined : "hidden print:block"}>
						<p className="flex items-baseline justify-between gap-3 text-sm">
							<span className="min-w-0 wrap-anywhere">{label}</span>
							<span className="num shrink-0 text-ink-2">{text}</span>
						</p>
						<svg
							aria-hidden="true"
							viewBox="0 0 100 6"
							preserveAspectRatio="none"
							className="mt-0.5 block h-2.5 w-full"
						>
							<pattern id={`${figure.id}-${key}`} width="1.2" height="6" patternUnits="userSpaceOnUse">
								<rect width="0.6" height="6" fill="var(--color-neutral)" />
							</pattern>
							<rect width="100" height="6" fill="var(--color-neutral-soft)" />
							<rect width={filled} height="6" fill="var(--color-accent)" />
							<rect x={filled} width={hatched} height="6" fill={`url(#${figure.id}-${key})`} />
						</svg>
					</li>
				))}
				{more > 0 ? <li className="text-ink-2 text-xs print:hidden">{t("more", { count: more })}</li> : null}
			</ul>
		</Figure>
	);
}

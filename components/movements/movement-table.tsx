"use client";
import { useTranslations } from "next-intl";
import { MovementRow } from "#components/movements/movement-row.tsx";
import { MovementTotals } from "#components/movements/movement-totals.tsx";
import { cx } from "#components/ui/class-names.ts";
import { moveByRows } from "#components/ui/move-by-rows.ts";
import { SortCell } from "#components/ui/sort-cell.tsx";
import { HeadCell, Table, TableHead } from "#components/ui/table.tsx";
import type { MovementList } from "#lib/contracts/movement.ts";
import { type MovementView, movementViewPath } from "#lib/movement-view.ts";

interface MovementTableProps {
	view: MovementView;
	list: MovementList;
	/** These are still the rows of the view before. */
	waiting: boolean;
}

export function MovementTable({ view, list, waiting }: MovementTableProps) {
	const t = useTranslations("movements");
	const sortedBy = (column: "createdAt" | "amount") => {
		const { sort } = view.query;
		const sorted = sort === column ? "ascending" : sort === `-${column}` ? "descending" : undefined;
		const other = sorted === "descending" ? column : (`-${column}` as const);
		return { sorted, href: movementViewPath(view, { sort: other }) } as const;
	};
	return (
		<Table
			caption={t("caption", { currency: view.currency })}
			aria-busy={waiting || undefined}
			className={cx("transition-opacity delay-300", waiting && "opacity-60")}
		>
			<TableHead>
				<tr>
					<SortCell label={t("when")} {...sortedBy("createdAt")} />
					<HeadCell>{t("type")}</HeadCell>
					<HeadCell numeric wide>
						{t("fee")}
					</HeadCell>
					<SortCell label={t("amount")} numeric {...sortedBy("amount")} />
				</tr>
			</TableHead>
			<tbody onKeyDown={moveByRows}>
				{list.items.map((movement, place) => (
					<MovementRow
						key={movement.id}
						movement={movement}
						timeShape="moment"
						withCurrency={false}
						tabIndex={place === 0 ? 0 : -1}
					/>
				))}
			</tbody>
			<MovementTotals currency={view.currency} list={list} />
		</Table>
	);
}

"use client";
import { useTranslations } from "next-intl";
import { MovementRow } from "#components/movements/movement-row.tsx";
import { MovementTotals } from "#components/movements/movement-totals.tsx";
import { useLineNames } from "#components/movements/use-line-names.ts";
import { useMovementSums } from "#components/movements/use-movement-sums.ts";
import { cx } from "#components/ui/class-names.ts";
import { moveByRows } from "#components/ui/table/move-by-rows.ts";
import { SortCell } from "#components/ui/table/sort-cell.tsx";
import { HeadCell, Table, TableHead } from "#components/ui/table/table.tsx";
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
	const names = useLineNames(view, list);
	const sums = useMovementSums(view, list.isArriving);
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
					<SortCell label={t("when")} className="w-[31%] sm:w-52" {...sortedBy("createdAt")} />
					<HeadCell>{t("type")}</HeadCell>
					<HeadCell className="max-lg:hidden lg:w-[34%]">{t("payment")}</HeadCell>
					<HeadCell numeric wide className="w-28">
						{t("fee")}
					</HeadCell>
					<SortCell
						label={t("amount")}
						numeric
						className="w-[33%] max-lg:pr-0.5! sm:w-44 lg:w-36"
						{...sortedBy("amount")}
					/>
					<HeadCell numeric className="w-36 max-lg:hidden">
						{t("balanceAfter")}
					</HeadCell>
				</tr>
			</TableHead>
			<tbody onKeyDown={moveByRows}>
				{list.items.map((movement, place) => (
					<MovementRow
						key={movement.id}
						movement={movement}
						t={t}
						timeShape="moment"
						withCurrency={false}
						tabIndex={place === 0 ? 0 : -1}
						name={names.get(movement.id) ?? null}
					/>
				))}
			</tbody>
			<MovementTotals currency={view.currency} sums={sums} />
		</Table>
	);
}

"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useMemo } from "react";
import { isFigure, isOnPhones, MovementRow } from "#components/movements/movement-row.tsx";
import { SortCell } from "#components/movements/sort-cell.tsx";
import { useColumnLabels } from "#components/movements/use-column-labels.ts";
import { keepTrail, paymentPath } from "#components/payments/list-path.ts";
import { MARK_PLACE, PageMark } from "#components/payments/marked/mark-box.tsx";
import type { Marks } from "#components/payments/use-marks.ts";
import { cx } from "#components/ui/class-names.ts";
import { moveFocus } from "#components/ui/table/move-focus.ts";
import { HeadCell, Table } from "#components/ui/table/table.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { useLayout } from "#components/views/use-layout.ts";
import type { LineName as Name } from "#lib/contracts/line-name.ts";
import type { Movement, MovementList } from "#lib/contracts/movement.ts";
import type { MovementColumn } from "#lib/lists/list-columns.ts";
import { type MovementView, movementViewPath } from "#lib/movements/movement-view.ts";
import { lineNameQueries } from "#lib/queries/movements.ts";

interface MovementTableProps {
	view: MovementView;
	list: MovementList;
	waiting: boolean;
	marks: Marks<Movement>;
}

export function MovementTable({ view, list, waiting, marks }: MovementTableProps) {
	const t = useTranslations("movements");
	const names = useLineNames(view, list);
	useTrail(view, list, names);
	// The checkboxes appear after hydration: nobody can use them earlier, and fifty would make the page larger.
	const isReady = useHydrated();
	const { has, mark } = marks;
	const countable = list.items.filter(isCountable);
	const sortedBy = (column: "createdAt" | "amount") => {
		const { sort } = view.query;
		const sorted = sort === column ? "ascending" : sort === `-${column}` ? "descending" : undefined;
		const other = sorted === "descending" ? column : (`-${column}` as const);
		return { sorted, href: movementViewPath(view, { sort: other }) } as const;
	};
	const labels = useColumnLabels();
	const layout = useLayout("movements");
	const isChosen = layout.columns !== null;
	const columns = layout.columns ?? USUAL;
	return (
		<div className={isChosen ? "chosen-columns" : undefined}>
			<Table
				caption={t("caption", { currency: view.currency })}
				aria-busy={waiting || undefined}
				data-density={layout.density}
				className={cx("transition-opacity delay-300", waiting && "opacity-60")}
			>
				<thead>
					<tr>
						{columns.map((column) => {
							const head = {
								numeric: isFigure(column),
								className: cx(
									isChosen ? !isOnPhones(column) && "max-sm:hidden" : USUAL_WIDTHS[column],
									column === "when" && "sm:relative sm:pl-7!",
								),
							};
							return column === "when" || column === "amount" ? (
								<SortCell
									key={column}
									label={labels[column]}
									{...head}
									{...sortedBy(column === "when" ? "createdAt" : column)}
								>
									{column === "when" && isReady && countable.length > 0 ? (
										<span className={MARK_PLACE}>
											<PageMark rows={countable} marks={marks} />
										</span>
									) : null}
								</SortCell>
							) : (
								<HeadCell key={column} {...head}>
									{labels[column]}
								</HeadCell>
							);
						})}
					</tr>
				</thead>
				<tbody onKeyDown={onRowKey} className={isChosen ? undefined : "movement-lines markable"}>
					{list.items.map((movement, place) => (
						<MovementRow
							key={movement.id}
							movement={movement}
							t={t}
							ofOneWallet
							tabIndex={place === 0 ? 0 : -1}
							name={names.get(movement.id) ?? null}
							columns={isChosen ? columns : undefined}
							marked={has(movement)}
							onMark={isReady && isCountable(movement) ? mark : undefined}
						/>
					))}
				</tbody>
			</Table>
		</div>
	);
}

/** The usual columns in their order, each with the classes of its width; for members who chose no columns. */
const USUAL_WIDTHS: Partial<Record<MovementColumn, string>> = {
	when: "w-[31%] sm:w-56",
	type: "",
	payment: "max-lg:hidden lg:w-[34%]",
	fee: "w-28 max-sm:hidden",
	amount: "w-[33%] max-lg:pr-0.5! sm:w-44 lg:w-36",
	balance: "w-36 max-lg:hidden",
};
const USUAL = Object.keys(USUAL_WIDTHS) as MovementColumn[];

/** False for a withdrawn line, which counts in no sum. */
function isCountable({ withdrawnAt }: Movement): boolean {
	return withdrawnAt === null;
}

/** Reads the names of lines by id, after the rows. The balance after each line is read only when lines are in order of time. */
function useLineNames({ currency, query }: MovementView, { items }: MovementList): ReadonlyMap<string, Name> {
	const inOrder = query.sort === "createdAt" || query.sort === "-createdAt";
	const { data } = useQuery(lineNameQueries.of(currency, items, inOrder));
	return useMemo(() => new Map(data?.items.map((name) => [name.id, name])), [data]);
}

/** Stores the shown lines' payments, so that a payment opened from a line offers the previous and next one. */
function useTrail({ currency, query }: MovementView, { items }: MovementList, names: ReadonlyMap<string, Name>): void {
	useEffect(() => {
		const paths = items.flatMap(({ id }) => {
			const payment = names.get(id)?.payment;
			return payment ? [paymentPath(payment)] : [];
		});
		const [first, last] = [items[0], items.at(-1)];
		if (first && last && paths.length > 0)
			keepTrail({ currency, query, ends: [first.id, last.id], paths: [...new Set(paths)] });
	}, [currency, query, items, names]);
}

/** Checkboxes are not tab stops: otherwise Tab would stop at every row. Space marks the focused row instead. */
function onRowKey(event: KeyboardEvent<HTMLTableSectionElement>): void {
	const box = event.key === " " ? (event.target as Element).querySelector("input") : null;
	if (box) {
		event.preventDefault();
		box.click();
	}
	moveFocus(event, [...event.currentTarget.rows]);
}

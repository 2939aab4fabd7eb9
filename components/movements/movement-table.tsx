"use client";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type KeyboardEvent, useMemo } from "react";
import { MARK_PLACE, MovementRow } from "#components/movements/movement-row.tsx";
import { movementSign } from "#components/movements/movement-sign.ts";
import { MovementType } from "#components/movements/movement-type.tsx";
import { SortCell } from "#components/movements/sort-cell.tsx";
import { useMovementSums } from "#components/movements/use-movement-sums.ts";
import { PageMark } from "#components/payments/marked/page-mark.tsx";
import type { Marks } from "#components/payments/use-marks.ts";
import { cx } from "#components/ui/class-names.ts";
import { Money } from "#components/ui/money.tsx";
import { BodyCell, HeadCell, Table } from "#components/ui/table/table.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import type { LineName } from "#lib/contracts/line-name.ts";
import type { Movement, MovementList, MovementSums } from "#lib/contracts/movement.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import { type MovementView, movementViewPath } from "#lib/movements/movement-view.ts";
import { lineNameQueries } from "#lib/queries/movements.ts";
import { formatCount } from "#lib/text/counts.ts";

interface MovementTableProps {
	view: MovementView;
	list: MovementList;
	waiting: boolean;
	marks: Marks<Movement>;
}

export function MovementTable({ view, list, waiting, marks }: MovementTableProps) {
	const t = useTranslations("movements");
	const names = useLineNames(view, list);
	// After hydration only: fifty boxes would make the page larger, and nobody can use them before.
	const isReady = useHydrated();
	const { has, mark } = marks;
	const countable = list.items.filter(isCountable);
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
			<thead>
				<tr>
					<SortCell label={t("when")} className="w-[31%] sm:relative sm:w-56 sm:pl-7!" {...sortedBy("createdAt")}>
						{isReady && countable.length > 0 ? (
							<span className={MARK_PLACE}>
								<PageMark rows={countable} marks={marks} />
							</span>
						) : null}
					</SortCell>
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
			</thead>
			<tbody onKeyDown={moveByRows} className="movement-lines named">
				{list.items.map((movement, place) => (
					<MovementRow
						key={movement.id}
						movement={movement}
						t={t}
						timeShape="moment"
						withCurrency={false}
						tabIndex={place === 0 ? 0 : -1}
						name={names.get(movement.id) ?? null}
						marked={has(movement)}
						onMark={isReady && isCountable(movement) ? mark : undefined}
					/>
				))}
			</tbody>
			<MovementTotals currency={view.currency} sums={sums} />
		</Table>
	);
}

/** A withdrawn line is in no sum. */
function isCountable({ withdrawnAt }: Movement): boolean {
	return withdrawnAt === null;
}

/** Names of the lines, by id, requested once the rows are there. Balances need the order of time. */
function useLineNames({ currency, query }: MovementView, { items }: MovementList): ReadonlyMap<string, LineName> {
	const inOrder = query.sort === "createdAt" || query.sort === "-createdAt";
	const { data } = useQuery(lineNameQueries.of(currency, items, inOrder));
	return useMemo(() => new Map(data?.items.map((name) => [name.id, name])), [data]);
}

/** Totals per type over all filtered rows: amounts of different types are never added. */
const NOTHING_YET: MovementSums = { total: 0, totals: [], withdrawn: 0, isAtLeast: false };

function MovementTotals({ currency, sums }: { currency: string; sums: MovementSums | undefined }) {
	const t = useTranslations("movements");
	const locale = useLocale() as Locale;
	const { total, totals, withdrawn, isAtLeast } = sums ?? NOTHING_YET;
	return (
		<tfoot className="border-line-strong border-t" aria-busy={!sums || undefined}>
			<tr>
				<BodyCell colSpan={6}>
					{sums
						? t(isAtLeast ? "foundAtLeast" : "found", { count: total, rows: formatCount(total, locale) })
						: t("counting")}
					{withdrawn > 0 ? (
						<span className="block font-normal text-ink-2 text-xs">
							{t("withdrawnCount", { count: withdrawn, rows: formatCount(withdrawn, locale) })}
						</span>
					) : null}
				</BodyCell>
			</tr>
			{totals.map(({ type, count, amount, fee }) => (
				<tr key={type}>
					<BodyCell className="num font-normal text-ink-2">{formatCount(count, locale)}</BodyCell>
					<BodyCell>
						<MovementType type={type} t={t} />
					</BodyCell>
					<BodyCell className="max-lg:hidden" />
					<BodyCell numeric wide>
						<Money amount={fee} currency={currency} withCurrency={false} />
					</BodyCell>
					<BodyCell numeric className="max-lg:pr-0.5!">
						<Money amount={amount} currency={currency} withCurrency={false} sign={movementSign(type, amount)} />
					</BodyCell>
					<BodyCell className="max-lg:hidden" />
				</tr>
			))}
		</tfoot>
	);
}

/** On a tbody with focusable rows: arrows, Home and End move the focus from row to row. */
function moveByRows(event: KeyboardEvent<HTMLTableSectionElement>): void {
	const rows = [...event.currentTarget.rows];
	const at = rows.indexOf(document.activeElement as HTMLTableRowElement);
	if (at < 0) return;
	// Boxes are not stops of their own: Tab would need fifty to leave the rows.
	const box = event.key === " " ? rows[at]?.querySelector("input") : null;
	if (box) {
		event.preventDefault();
		box.click();
	}
	const goals: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 };
	const goal = goals[event.key];
	if (goal === undefined || !rows[goal]) return;
	event.preventDefault();
	rows[goal].focus();
}

"use client";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { isFigure, isOnPhones } from "#components/movements/chosen-cell.ts";
import { movementSign } from "#components/movements/movement-sign.ts";
import { MovementType } from "#components/movements/movement-type.tsx";
import { cx } from "#components/ui/class-names.ts";
import { Money } from "#components/ui/money.tsx";
import { BodyCell } from "#components/ui/table/table.tsx";
import type { MovementSums, MovementTotals as Totals } from "#lib/contracts/movement.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import type { MovementColumn } from "#lib/lists/list-columns.ts";
import { formatCount } from "#lib/text/counts.ts";

const NOTHING_YET: MovementSums = { total: 0, totals: [], withdrawn: 0, isAtLeast: false };

interface MovementTotalsProps {
	currency: string;
	sums: MovementSums | undefined;
	columns: readonly MovementColumn[];
	isChosen: boolean;
}

/** Totals per type over all filtered rows: amounts of different types are never added. */
export function MovementTotals({ currency, sums, columns, isChosen }: MovementTotalsProps) {
	const t = useTranslations("movements");
	const locale = useLocale() as Locale;
	const { total, totals, withdrawn, isAtLeast } = sums ?? NOTHING_YET;
	return (
		<tfoot className="border-line-strong border-t" aria-busy={!sums || undefined}>
			<tr>
				<BodyCell colSpan={columns.length}>
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
			{totals.map((total) => (
				<tr key={total.type}>
					{columns.map((column) => (
						<BodyCell
							key={column}
							numeric={isFigure(column)}
							className={cx(
								column === "when" && "num font-normal text-ink-2",
								column === "amount" && !isChosen && "max-lg:pr-0.5!",
								isChosen ? !isOnPhones(column) && "max-sm:hidden" : GIVES_WAY[column],
							)}
						>
							<TotalOf column={column} total={total} currency={currency} hasType={columns.includes("type")} />
						</BodyCell>
					))}
				</tr>
			))}
		</tfoot>
	);
}

/** Where a usual column gives way, as its head does. */
const GIVES_WAY: Partial<Record<MovementColumn, string>> = {
	payment: "max-lg:hidden",
	fee: "max-sm:hidden",
	balance: "max-lg:hidden",
};

interface TotalOfProps {
	column: MovementColumn;
	total: Totals[number];
	currency: string;
	/** Else the type stands with the count. */
	hasType: boolean;
}

function TotalOf({ column, total: { type, count, amount, fee }, currency, hasType }: TotalOfProps): ReactNode {
	const t = useTranslations("movements");
	const locale = useLocale() as Locale;
	switch (column) {
		case "when":
			return (
				<>
					{formatCount(count, locale)} {hasType ? null : <MovementType type={type} t={t} />}
				</>
			);
		case "type":
			return <MovementType type={type} t={t} />;
		case "fee":
			return <Money amount={fee} currency={currency} withCurrency={false} />;
		case "amount":
			return <Money amount={amount} currency={currency} withCurrency={false} sign={movementSign(type, amount)} />;
		default:
			return null;
	}
}

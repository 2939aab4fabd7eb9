import { useTranslations } from "next-intl";
import { COLUMNS, type MovementColumn } from "#lib/lists/list-columns.ts";

/** Columns that come from the payment of a line: the service does not list them. */
const OF_PAYMENTS: readonly MovementColumn[] = ["name", "operator", "purpose", "reference"];

export function useColumnLabels(): Record<MovementColumn, string> {
	const t = useTranslations("movements");
	const keyOf = (column: MovementColumn) => (OF_PAYMENTS.includes(column) ? `column.${column}` : column);
	const labels = COLUMNS.movements.map((column) => [column, t(column === "balance" ? "balanceAfter" : keyOf(column))]);
	return Object.fromEntries(labels) as Record<MovementColumn, string>;
}

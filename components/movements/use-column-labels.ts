import { useTranslations } from "next-intl";
import type { MovementColumn } from "#lib/lists/list-columns.ts";

/** The names of all columns, for their heads and for the menu of columns. */
export function useColumnLabels(): Record<MovementColumn, string> {
	const t = useTranslations("movements");
	return {
		when: t("when"),
		type: t("type"),
		payment: t("payment"),
		fee: t("fee"),
		amount: t("amount"),
		balance: t("balanceAfter"),
		name: t("column.name"),
		operator: t("column.operator"),
		purpose: t("column.purpose"),
		reference: t("column.reference"),
	};
}

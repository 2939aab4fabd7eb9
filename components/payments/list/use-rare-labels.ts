import { useTranslations } from "next-intl";
import type { RarePaymentColumn } from "#lib/lists/list-columns.ts";

/** The names of the columns that a list has only when a member chooses them. */
export function useRareLabels(): Record<RarePaymentColumn, string> {
	const t = useTranslations("payments.fact");
	return {
		approver: t("approved"),
		sent: t("sent"),
		processed: t("processed"),
		status: t("serviceStatus"),
		id: t("id"),
	};
}

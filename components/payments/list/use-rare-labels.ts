import { useTranslations } from "next-intl";
import type { RarePaymentColumn } from "#lib/lists/list-columns.ts";

/** Names of the columns that are hidden by default. */
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

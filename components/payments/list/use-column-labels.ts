import { useTranslations } from "next-intl";
import type { PaymentColumn } from "#lib/lists/list-columns.ts";
import type { PaymentKind } from "#lib/payment-state.ts";

/** What each column is called, at its head and in the menu of columns. */
export function useColumnLabels(kind: PaymentKind): Record<PaymentColumn, string> {
	const t = useTranslations("payments.column");
	const fact = useTranslations("payments.fact");
	const isDeposit = kind === "deposit";
	return {
		when: t("when"),
		state: t("state"),
		person: isDeposit ? t("payer") : t("recipient"),
		operator: t("operator"),
		reference: t("reference"),
		purpose: isDeposit ? fact("note") : fact("purpose"),
		maker: isDeposit ? fact("started") : fact("asked"),
		fee: t("fee"),
		amount: t("amount"),
		approver: fact("approved"),
		sent: fact("sent"),
		processed: fact("processed"),
		status: fact("serviceStatus"),
		id: fact("id"),
	};
}

import { useTranslations } from "next-intl";
import type { PaymentColumn, RarePaymentColumn } from "#lib/lists/list-columns.ts";
import type { PaymentKind } from "#lib/payment-state.ts";

/** The names of the usual columns, for their heads and for the menu of columns. */
export function useUsualLabels(kind: PaymentKind): Record<Exclude<PaymentColumn, RarePaymentColumn>, string> {
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
	};
}

import { useTranslations } from "next-intl";
import { paymentPath } from "#components/payments/list-path.ts";
import { LinkButton } from "#components/ui/link-button.tsx";
import type { Payment } from "#lib/contracts/payment.ts";
import { moneyMoved } from "#lib/payment-state.ts";

/** Nothing for a payment that moved no money. */
export function ReceiptLink({ payment }: { payment: Payment }) {
	const t = useTranslations("payments");
	if (moneyMoved(payment.state) === "no") return null;
	return <LinkButton href={`${paymentPath(payment)}/receipt`}>{t("receipt")}</LinkButton>;
}

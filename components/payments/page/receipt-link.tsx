import { useTranslations } from "next-intl";
import { paymentPath } from "#components/payments/list-path.ts";
import { LinkButton } from "#components/ui/link-button.tsx";
import type { Payment } from "#lib/contracts/payment.ts";
import { moneyMoved } from "#lib/payment-state.ts";

/** The paper is a receipt only of a payment that is paid; there is none of one that moved no money. */
export function ReceiptLink({ payment }: { payment: Payment }) {
	const t = useTranslations("payments");
	const moved = moneyMoved(payment.state);
	if (moved === "no") return null;
	return (
		<LinkButton href={`${paymentPath(payment)}/receipt`}>{t(moved === "maybe" ? "openPaper" : "receipt")}</LinkButton>
	);
}

/** What the pages of one deposit and of one payout share: who asks, the payment, its operator as configured now. */
import { getLocale, getTranslations } from "next-intl/server";
import { cache } from "react";
import { formatAmount } from "#lib/money.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import { foundOr404 } from "#server/http/found-or-404.ts";
import { pageContext } from "#server/http/page-context.ts";
import { readPayment } from "#server/payments/read-payment.ts";
import { listOperators } from "#server/settings/list-operators.ts";

/** Title and page of one request read once. */
export const readPaymentPage = cache(async (kind: PaymentKind, id: string) => {
	const context = await pageContext("payment.read");
	const [payment, operators] = await Promise.all([
		foundOr404(readPayment(context, { kind, id })),
		listOperators(context),
	]);
	return { context, payment, operator: operators.items.find((each) => each.code === payment.operator) };
});

export async function paymentTitle(kind: PaymentKind, id: string): Promise<string> {
	const { payment } = await readPaymentPage(kind, id);
	const t = await getTranslations(kind === "deposit" ? "deposits" : "payouts");
	const amount = formatAmount(payment.amount, payment.currency, await getLocale());
	return t("pageTitle", { amount: `${amount} ${payment.currency}` });
}

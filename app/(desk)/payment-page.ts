/** What the pages of one deposit and of one payout share: who asks, the payment, its operator as configured now. */
import { getLocale, getTranslations } from "next-intl/server";
import { cache } from "react";
import type { Payment } from "#lib/contracts/payment.ts";
import { moneyText } from "#lib/money-text.ts";
import { isInDoubt, isSettled, type PaymentKind } from "#lib/payment-state.ts";
import { paymentQueries } from "#lib/queries/payments.ts";
import type { Prefetch } from "#lib/queries/prefetch.ts";
import { foundOr404 } from "#server/http/found-or-404.ts";
import { pageContext } from "#server/http/page-context.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import { readEvidence } from "#server/payments/settle/read-evidence.ts";
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

/** What the page's queries begin with: the payment, and the evidence where its outcome is or was in doubt. */
export function paymentPrefetches(context: Awaited<ReturnType<typeof pageContext>>, payment: Payment): Prefetch[] {
	const { kind, id, state } = payment;
	const own = { queryKey: paymentQueries.detail(kind, id).queryKey, read: async () => payment };
	if (!isInDoubt(state) && !isSettled(state)) return [own];
	const { queryKey } = paymentQueries.evidence(kind, id);
	return [own, { queryKey, read: () => readEvidence(context, { kind, id }) }];
}

export async function paymentTitle(kind: PaymentKind, id: string): Promise<string> {
	const { payment } = await readPaymentPage(kind, id);
	const t = await getTranslations(kind === "deposit" ? "deposits" : "payouts");
	return t("pageTitle", { amount: moneyText(payment.amount, payment.currency, await getLocale()) });
}

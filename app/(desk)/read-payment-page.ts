import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { cache } from "react";
import type { Prefetch } from "#components/shell/prefetched.tsx";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { Payment } from "#lib/contracts/payment.ts";
import { isInDoubt, isSettled, type PaymentKind } from "#lib/payment-state.ts";
import { paymentQueries } from "#lib/queries/payments.ts";
import { foundOr404 } from "#server/http/found-or-404.ts";
import { pageContext } from "#server/http/page-context.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import { readEvidence } from "#server/payments/resolve/read-evidence.ts";
import { listOperators } from "#server/settings/list-operators.ts";

/** Cached, because the title and the page of one request both read the payment. */
export const readPaymentPage = cache(async (kind: PaymentKind, id: string) => {
	const context = await pageContext("payment.read");
	const [payment, operators] = await Promise.all([
		foundOr404(readPayment(context, { kind, id })),
		listOperators(context),
	]);
	return { context, payment, operator: operators.items.find((each) => each.code === payment.operator) };
});

export function paymentPrefetches(context: Awaited<ReturnType<typeof pageContext>>, payment: Payment): Prefetch[] {
	const { kind, id, state } = payment;
	const own = { ...paymentQueries.detail(kind, id), read: async () => payment };
	if (!isInDoubt(state) && !isSettled(state)) return [own];
	return [own, { ...paymentQueries.evidence(kind, id), read: () => readEvidence(context, { kind, id }) }];
}

/** Makes the `generateMetadata` of a payment's page. */
export function paymentPageTitle(kind: PaymentKind) {
	return async ({ params }: { params: Promise<{ id: string }> }): Promise<Metadata> => {
		const { payment } = await readPaymentPage(kind, (await params).id);
		const t = await getTranslations(kind === "deposit" ? "deposits" : "payouts");
		return { title: t("pageTitle", { amount: moneyText(payment.amount, payment.currency, await getLocale()) }) };
	};
}

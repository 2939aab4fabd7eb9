import { notFound } from "next/navigation";
import { getLocale } from "next-intl/server";
import { readPaymentPage } from "#app/(desk)/payment-page.ts";
import { paymentPath } from "#components/payments/list-path.ts";
import { Receipt } from "#components/receipts/receipt.tsx";
import { ReceiptFrame } from "#components/receipts/receipt-frame.tsx";
import { SandboxBanner } from "#components/shell/frame.tsx";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import { moneyMoved, type PaymentKind } from "#lib/payment-state.ts";

interface ReceiptPageProps {
	kind: PaymentKind;
	params: Promise<{ id: string }>;
	searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The printed page of one payment, without the desk's frame. A payment that moved no money has none. */
export async function ReceiptPage({ kind, params, searchParams }: ReceiptPageProps) {
	const [{ id }, { locale: asked }] = await Promise.all([params, searchParams]);
	const { context, payment } = await readPaymentPage(kind, id);
	if (moneyMoved(payment.state) === "no") notFound();
	const locale = asked === "en" || asked === "fr" ? asked : ((await getLocale()) as Locale);
	const { businessName, isSandbox: sandbox } = context.config;
	return (
		<>
			<div className="print:hidden">{sandbox ? <SandboxBanner /> : null}</div>
			<ReceiptFrame kind={kind} back={paymentPath({ kind, id })} locale={locale}>
				<Receipt {...{ payment, businessName, locale, sandbox, at: context.clock.now() }} />
			</ReceiptFrame>
		</>
	);
}

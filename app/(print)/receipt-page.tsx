import { getLocale } from "next-intl/server";
import { exportLabels } from "#app/export-labels.ts";
import { paymentPath } from "#components/payments/list-path.ts";
import { Receipt, ReceiptFrame } from "#components/receipts/receipt.tsx";
import { SandboxBanner } from "#components/shell/frame.tsx";
import { formatExact } from "#lib/dates.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import { foundOr404 } from "#server/http/found-or-404.ts";
import { pageContext } from "#server/http/page-context.ts";
import { verifyAddress } from "#server/papers/verify-address.ts";
import { readReceipt } from "#server/receipts/read-receipt.ts";

interface ReceiptPageProps {
	kind: PaymentKind;
	params: Promise<{ id: string }>;
	searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function ReceiptPage({ kind, params, searchParams }: ReceiptPageProps) {
	const [{ id }, { locale: asked }] = await Promise.all([params, searchParams]);
	const context = await pageContext("payment.read");
	const locale = asked === "en" || asked === "fr" ? asked : await getLocale();
	const receipt = await foundOr404(readReceipt(context, { kind, id }, { locale, labelsIn: exportLabels }));
	const { isSandbox, timeZone, appOrigin } = context.config;
	return (
		<>
			<div className="print:hidden">{isSandbox ? <SandboxBanner /> : null}</div>
			<ReceiptFrame kind={kind} id={id} back={paymentPath({ kind, id })} locale={locale}>
				<Receipt
					receipt={receipt}
					printedAt={formatExact(context.clock.now(), { locale, timeZone })}
					verifyAt={verifyAddress(appOrigin, receipt.code)}
				/>
			</ReceiptFrame>
		</>
	);
}

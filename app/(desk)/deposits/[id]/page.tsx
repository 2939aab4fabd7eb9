import { paymentPageTitle, paymentPrefetches, readPaymentPage } from "#app/(desk)/read-payment-page.ts";
import { DepositView } from "#components/payments/page/deposit-view.tsx";
import { PaymentQr } from "#components/payments/payer/payment-qr.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { Prefetched } from "#components/shell/prefetched.tsx";

export const generateMetadata = paymentPageTitle("deposit");

export default async function DepositPage({ params }: PageProps<"/deposits/[id]">) {
	const { id } = await params;
	const { context, payment, operator } = await readPaymentPage("deposit", id);
	const { id: memberId, role } = context.member;
	return (
		<ClientMessages namespaces={["payments", "causes", "deposits", "settlement", "states", "reasons"]}>
			<Prefetched entries={paymentPrefetches(context, payment)}>
				<DepositView
					id={id}
					dialCode={operator?.dialCode ?? null}
					windowMinutes={operator?.windowMinutes ?? null}
					viewer={{ id: memberId, role }}
					qr={payment.paymentUrl || payment.qrCode ? <PaymentQr payment={payment} /> : null}
				/>
			</Prefetched>
		</ClientMessages>
	);
}

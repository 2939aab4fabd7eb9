import { paymentPageTitle, paymentPrefetches, readPaymentPage } from "#app/(desk)/read-payment-page.ts";
import { PayoutView } from "#components/payments/page/payout-view.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { Prefetched } from "#components/shell/prefetched.tsx";

export const generateMetadata = paymentPageTitle("payout");

export default async function PayoutPage({ params }: PageProps<"/payouts/[id]">) {
	const { id } = await params;
	const { context, payment } = await readPaymentPage("payout", id);
	const { id: memberId, role } = context.member;
	return (
		<ClientMessages namespaces={["payments", "causes", "payouts", "settlement", "states", "reasons"]}>
			<Prefetched entries={paymentPrefetches(context, payment)}>
				<PayoutView id={id} viewer={{ id: memberId, role }} />
			</Prefetched>
		</ClientMessages>
	);
}

import { paymentPageTitle } from "#app/(desk)/read-payment-page.ts";
import { ReceiptPage } from "#app/(print)/receipt-page.tsx";

export const generateMetadata = paymentPageTitle("payout");

export default function PayoutReceiptPage(props: PageProps<"/payouts/[id]/receipt">) {
	return <ReceiptPage kind="payout" {...props} />;
}

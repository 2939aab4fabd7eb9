import { paymentPageTitle } from "#app/(desk)/read-payment-page.ts";
import { ReceiptPage } from "#app/(print)/receipt-page.tsx";

export const generateMetadata = paymentPageTitle("deposit");

export default function DepositReceiptPage(props: PageProps<"/deposits/[id]/receipt">) {
	return <ReceiptPage kind="deposit" {...props} />;
}

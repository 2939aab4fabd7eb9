import type { Metadata } from "next";
import { paymentTitle } from "#app/(desk)/read-payment-page.ts";
import { ReceiptPage } from "#app/(print)/receipt-page.tsx";

export async function generateMetadata({ params }: PageProps<"/payouts/[id]/receipt">): Promise<Metadata> {
	return { title: await paymentTitle("payout", (await params).id) };
}

export default function PayoutReceiptPage(props: PageProps<"/payouts/[id]/receipt">) {
	return <ReceiptPage kind="payout" {...props} />;
}

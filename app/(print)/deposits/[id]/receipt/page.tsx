import type { Metadata } from "next";
import { paymentTitle } from "#app/(desk)/read-payment-page.ts";
import { ReceiptPage } from "#app/(print)/receipt-page.tsx";

export async function generateMetadata({ params }: PageProps<"/deposits/[id]/receipt">): Promise<Metadata> {
	return { title: await paymentTitle("deposit", (await params).id) };
}

export default function DepositReceiptPage(props: PageProps<"/deposits/[id]/receipt">) {
	return <ReceiptPage kind="deposit" {...props} />;
}

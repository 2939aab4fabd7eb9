import { readPaymentPage } from "#app/(desk)/payment-page.ts";

/** Asked outside of the loading boundary, so that what is not there is a 404 and not a drawn page. */
export default async function DepositLayout({ children, params }: LayoutProps<"/deposits/[id]">) {
	await readPaymentPage("deposit", (await params).id);
	return children;
}

import { paymentListPage } from "#app/(desk)/payment-list-page.tsx";
import { pageTitle } from "#app/page-title.ts";
import type { SearchParams } from "#lib/addresses/search-params.ts";

export const generateMetadata = pageTitle("payouts.title");

export default function PayoutsPage({ searchParams }: { searchParams: SearchParams }) {
	return paymentListPage("payout", searchParams);
}

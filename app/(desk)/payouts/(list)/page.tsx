import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { paymentListPage } from "#app/(desk)/payment-list-page.tsx";
import type { SearchParams } from "#lib/addresses/search-params.ts";

export async function generateMetadata(): Promise<Metadata> {
	return { title: (await getTranslations("payouts"))("title") };
}

export default function PayoutsPage({ searchParams }: { searchParams: SearchParams }) {
	return paymentListPage("payout", searchParams);
}

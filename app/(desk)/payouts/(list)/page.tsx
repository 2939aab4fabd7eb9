import { paymentListPage } from "#app/(desk)/payment-list-page.tsx";
import { pageTitle } from "#app/page-title.ts";

export const generateMetadata = pageTitle("payouts.title");

export default paymentListPage("payout");

import { paymentListPage } from "#app/(desk)/payment-list-page.tsx";
import { pageTitle } from "#app/page-title.ts";

export const generateMetadata = pageTitle("deposits.title");

export default paymentListPage("deposit");

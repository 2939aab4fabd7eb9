import { getTranslations } from "next-intl/server";
import { readPaymentForm } from "#app/(desk)/read-payment-form.ts";
import { pageTitle } from "#app/page-title.ts";
import { RecipientImportForm } from "#components/recipients/recipient-import-form.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";

export const generateMetadata = pageTitle("recipients.import");

export default async function ImportRecipientsPage() {
	const { country } = await readPaymentForm("recipient.manage");
	const t = await getTranslations("recipients");
	return (
		<ClientMessages namespaces={["recipients", "batches"]}>
			<PageHeader back={{ href: "/recipients", label: t("title") }} title={t("import")} lead={t("importLead")} />
			<RecipientImportForm homeCountry={country} />
		</ClientMessages>
	);
}

import { getFormatter, getTranslations } from "next-intl/server";
import { NoApproverNotice } from "#app/(desk)/no-approver-notice.tsx";
import { readPaymentForm } from "#app/(desk)/read-payment-form.ts";
import { pageTitle } from "#app/page-title.ts";
import { NewBatchForm } from "#components/batches/new/new-batch-form.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";

export const generateMetadata = pageTitle("batches.new");

export default async function NewBatchPage() {
	const { memberId, choices, country } = await readPaymentForm("payout.request");
	const [t, format] = [await getTranslations("batches"), await getFormatter()];
	const currencies = [...new Set(choices.map(({ currency }) => currency))];
	const home = choices.find((choice) => choice.country === country)?.currency;
	const sorted = currencies.toSorted((a, b) => Number(b === home) - Number(a === home));
	const month = format.dateTime(new Date(), { month: "long", year: "numeric" });
	return (
		<ClientMessages namespaces={["batches", "payments.form"]}>
			<PageHeader back={{ href: "/batches", label: t("title") }} title={t("new")} lead={t("newLead")} />
			<NoApproverNotice />
			<NewBatchForm memberId={memberId} currencies={sorted} homeCountry={country} name={t("proposedName", { month })} />
		</ClientMessages>
	);
}

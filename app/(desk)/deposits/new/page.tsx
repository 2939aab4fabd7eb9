import { getTranslations } from "next-intl/server";
import { readPaymentForm } from "#app/(desk)/read-payment-form.ts";
import { readPaymentPage } from "#app/(desk)/read-payment-page.ts";
import { pageTitle } from "#app/page-title.ts";
import { DepositForm } from "#components/payments/form/deposit-form.tsx";
import { NoOperators } from "#components/payments/form/no-operators.tsx";
import { draftFromPayment } from "#components/payments/form/prefilled-draft.ts";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";

export const generateMetadata = pageTitle("deposits.new");

export default async function NewDepositPage({ searchParams }: PageProps<"/deposits/new">) {
	const { again } = await searchParams;
	const setting = await readPaymentForm("deposit.start");
	const draft =
		typeof again === "string" ? draftFromPayment((await readPaymentPage("deposit", again)).payment) : undefined;
	const t = await getTranslations("deposits");
	return (
		<ClientMessages
			namespaces={["payments", "deposits"]}
			without={["payments.events", "payments.support", "deposits.notice"]}
		>
			<PageHeader title={t("new")} lead={t("formLead")} back={{ href: "/deposits", label: t("title") }} />
			{setting.choices.length > 0 ? <DepositForm {...setting} again={draft} /> : <NoOperators />}
		</ClientMessages>
	);
}

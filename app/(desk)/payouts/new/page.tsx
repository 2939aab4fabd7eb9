import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { readPaymentForm } from "#app/(desk)/payment-form-page.ts";
import { NoOperators } from "#components/payments/form/no-operators.tsx";
import { PayoutForm } from "#components/payments/form/payout-form.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";

export async function generateMetadata(): Promise<Metadata> {
	return { title: (await getTranslations("payouts"))("new") };
}

export default async function NewPayoutPage() {
	const { memberId, choices, country } = await readPaymentForm("payout.request");
	const t = await getTranslations("payouts");
	return (
		<ClientMessages
			namespaces={["payments", "payouts", "states"]}
			without={["payments.events", "payments.support", "payouts.notice"]}
		>
			<PageHeader title={t("new")} lead={t("formLeadPlain")} back={{ href: "/payouts", label: t("title") }} />
			{choices.length > 0 ? <PayoutForm memberId={memberId} choices={choices} country={country} /> : <NoOperators />}
		</ClientMessages>
	);
}

import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { readPaymentForm } from "#app/(desk)/payment-form-page.ts";
import { readPaymentPage } from "#app/(desk)/payment-page.ts";
import { draftOf } from "#components/payments/form/draft-of.ts";
import { NoOperators } from "#components/payments/form/no-operators.tsx";
import { PayoutForm } from "#components/payments/form/payout-form.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";

export async function generateMetadata(): Promise<Metadata> {
	return { title: (await getTranslations("payouts"))("new") };
}

export default async function NewPayoutPage({ searchParams }: PageProps<"/payouts/new">) {
	const { again } = await searchParams;
	const setting = await readPaymentForm("payout.request");
	const earlier = typeof again === "string" ? (await readPaymentPage("payout", again)).payment : null;
	const t = await getTranslations("payouts");
	return (
		<ClientMessages
			namespaces={["payments", "payouts", "states"]}
			without={["payments.events", "payments.support", "payouts.notice"]}
		>
			<PageHeader title={t("new")} lead={t("formLeadPlain")} back={{ href: "/payouts", label: t("title") }} />
			{setting.choices.length > 0 ? (
				<PayoutForm {...setting} again={earlier ? draftOf(earlier) : undefined} />
			) : (
				<NoOperators />
			)}
		</ClientMessages>
	);
}

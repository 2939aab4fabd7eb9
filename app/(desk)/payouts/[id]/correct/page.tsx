import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { readPaymentForm } from "#app/(desk)/read-payment-form.ts";
import { paymentPageTitle, readPaymentPage } from "#app/(desk)/read-payment-page.ts";
import { decisionRights } from "#components/payments/decision-rights.ts";
import { PayoutForm } from "#components/payments/form/payout-form.tsx";
import { draftFromPayment } from "#components/payments/form/prefilled-draft.ts";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";

export const generateMetadata = paymentPageTitle("payout");

export default async function CorrectPayoutPage({ params }: PageProps<"/payouts/[id]/correct">) {
	const { id } = await params;
	const { context, payment } = await readPaymentPage("payout", id);
	const { choices, ...setting } = await readPaymentForm("payout.request");
	if (!decisionRights(payment, context.member).correct) redirect(`/payouts/${encodeURIComponent(id)}`);
	const t = await getTranslations("payouts");
	const own = choices.filter(({ currency }) => currency === payment.currency);
	const correction = { id, version: payment.version, draft: draftFromPayment(payment) };
	return (
		<ClientMessages namespaces={["payments", "payouts", "states"]}>
			<PageHeader
				title={t("correctTitle")}
				lead={t("correctLead")}
				back={{ href: `/payouts/${encodeURIComponent(id)}`, label: t("back") }}
			/>
			<PayoutForm {...setting} choices={own} correction={correction} />
		</ClientMessages>
	);
}

import { getTranslations } from "next-intl/server";
import { NoApproverNotice } from "#app/(desk)/no-approver-notice.tsx";
import { readPaymentForm } from "#app/(desk)/read-payment-form.ts";
import { readPaymentPage } from "#app/(desk)/read-payment-page.ts";
import { pageTitle } from "#app/page-title.ts";
import { NoOperators } from "#components/payments/form/no-operators.tsx";
import { PayoutForm } from "#components/payments/form/payout-form.tsx";
import { draftForRecipient, draftFromPayment } from "#components/payments/form/prefilled-draft.ts";
import type { OperatorChoice } from "#components/payments/payment-draft.ts";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { foundOr404 } from "#server/http/found-or-404.ts";
import { pageContext } from "#server/http/page-context.ts";
import { readRecipient } from "#server/recipients/read-recipient.ts";

export const generateMetadata = pageTitle("payouts.new");

export default async function NewPayoutPage({ searchParams }: PageProps<"/payouts/new">) {
	const { again, to } = await searchParams;
	const setting = await readPaymentForm("payout.request");
	const draft = await readStart(setting.choices, { again, to });
	const t = await getTranslations("payouts");
	return (
		<ClientMessages
			namespaces={["payments", "payouts", "states"]}
			without={["payments.events", "payments.support", "payouts.notice"]}
		>
			<PageHeader title={t("new")} lead={t("formLeadPlain")} back={{ href: "/payouts", label: t("title") }} />
			<NoApproverNotice />
			{setting.choices.length > 0 ? <PayoutForm {...setting} again={draft} /> : <NoOperators />}
		</ClientMessages>
	);
}

type Parameter = string | string[] | undefined;

async function readStart(choices: readonly OperatorChoice[], { again, to }: { again: Parameter; to: Parameter }) {
	if (typeof again === "string") return draftFromPayment((await readPaymentPage("payout", again)).payment);
	if (typeof to !== "string") return undefined;
	const context = await pageContext("recipient.read");
	return draftForRecipient(await foundOr404(readRecipient(context, to)), choices);
}

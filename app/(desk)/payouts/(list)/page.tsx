import { HydrationBoundary } from "@tanstack/react-query";
import { ArrowUpFromLine } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PaymentExport } from "#components/payments/list/payment-export.tsx";
import { PaymentListView } from "#components/payments/list/payment-list-view.tsx";
import { readPaymentQuery } from "#components/payments/list/payment-query.ts";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { paymentQueries } from "#lib/queries/payments.ts";
import { prefetched } from "#lib/queries/prefetch.ts";
import { may } from "#lib/roles.ts";
import { plainSearchParams, type SearchParams } from "#lib/search-params.ts";
import { pageContext } from "#server/http/page-context.ts";
import { listPayments } from "#server/payments/read/list-payments.ts";

export async function generateMetadata(): Promise<Metadata> {
	return { title: (await getTranslations("payouts"))("title") };
}

export default async function PayoutsPage({ searchParams }: { searchParams: SearchParams }) {
	const context = await pageContext("payment.read");
	const t = await getTranslations("payouts");
	const { id, role } = context.member;
	const { query } = readPaymentQuery(plainSearchParams(await searchParams));
	const { queryKey } = paymentQueries.list("payout", query);
	const read = () => listPayments(context, { kind: "payout", ...query });
	const mayStart = may(context.member.role, "payout.request");
	const actions = (
		<>
			<PaymentExport kind="payout" />
			{mayStart ? (
				<LinkButton href="/payouts/new" variant="primary">
					<ArrowUpFromLine aria-hidden="true" />
					{t("new")}
				</LinkButton>
			) : null}
		</>
	);
	return (
		<ClientMessages namespaces={["payments", "payouts", "states"]}>
			<PageHeader title={t("title")} lead={t("lead")} actions={actions} />
			<HydrationBoundary state={await prefetched([{ queryKey, read }])}>
				<PaymentListView
					kind="payout"
					currencies={context.config.walletCurrencies}
					mayStart={mayStart}
					viewer={{ id, role }}
				/>
			</HydrationBoundary>
		</ClientMessages>
	);
}

"use client";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { readPaymentQuery } from "#components/payments/list/payment-query.ts";
import { Icon } from "#components/ui/icon.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { ExportMenu } from "#components/ui/menu/export-menu.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { withoutPages } from "#lib/addresses/view-address.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import { paymentExportPath } from "#lib/queries/payments.ts";

export function PaymentListHeader({ kind, mayStart }: { kind: PaymentKind; mayStart: boolean }) {
	const t = useTranslations(kind === "deposit" ? "deposits" : "payouts");
	const { query } = readPaymentQuery(new URLSearchParams(useSearchParams()));
	const actions = (
		<>
			<ExportMenu path={paymentExportPath(kind)} query={withoutPages(query)} />
			{mayStart ? (
				<LinkButton href={`/${kind}s/new`} variant="primary">
					<Icon name={kind === "deposit" ? "arrow-down-to-line" : "arrow-up-from-line"} />
					{t("new")}
				</LinkButton>
			) : null}
		</>
	);
	return <PageHeader title={t("title")} lead={t("lead")} actions={actions} />;
}

"use client";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { readPaymentQuery } from "#components/payments/list/payment-query.ts";
import { useColumnLabels } from "#components/payments/list/payment-table.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { ExportMenu } from "#components/ui/menu/export-menu.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { useExportColumns } from "#components/views/use-layout.ts";
import { ViewMenu } from "#components/views/view-menu.tsx";
import { withoutPages } from "#lib/addresses/view-address.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import { paymentExportPath } from "#lib/queries/payments.ts";

export function PaymentListHeader({ kind, mayStart }: { kind: PaymentKind; mayStart: boolean }) {
	const t = useTranslations(kind === "deposit" ? "deposits" : "payouts");
	const { query } = readPaymentQuery(new URLSearchParams(useSearchParams()));
	const actions = (
		<>
			<ViewMenu list={`${kind}s`} labels={useColumnLabels(kind)} />
			<ExportMenu
				mayBeLong
				path={paymentExportPath(kind)}
				query={{ ...withoutPages(query), ...useExportColumns(`${kind}s`) }}
			/>
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

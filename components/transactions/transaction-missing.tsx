"use client";
/** "Not found" is an answer, not an error: the service was asked and knows nothing. */
import { useTranslations } from "next-intl";
import { LookUpForm } from "#components/transactions/look-up-form.tsx";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";

export function TransactionMissing({ reference }: { reference: string }) {
	const t = useTranslations("transactions");
	return (
		<>
			<PageHeader
				back={{ href: "/transactions", label: t("back") }}
				title={<span className="code break-all">{reference}</span>}
			/>
			<EmptyState title={t("notFoundTitle")}>{t("notFoundWhy")}</EmptyState>
			<div className="mt-8">
				<LookUpForm initial={reference} />
			</div>
		</>
	);
}

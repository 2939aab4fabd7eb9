"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { DraftText } from "#components/payments/use-draft-text.ts";
import { SectionTitle } from "#components/ui/page/section-title.tsx";

export function PayoutSummary({ draftText, approvers = 1 }: { draftText: DraftText; approvers?: number | undefined }) {
	const t = useTranslations("payouts");
	const shared = useTranslations("payments.form");
	const { amount, number, operator } = draftText;
	const b = (chunks: ReactNode) => <strong className="num font-[580]">{chunks}</strong>;
	return (
		<>
			<SectionTitle>{shared("whatWillHappen")}</SectionTitle>
			{amount && number && operator ? (
				<>
					<p className="mb-2.5">
						{approvers === 0
							? t.rich("summaryNobody", { amount, number, operator: operator.name, b })
							: t.rich("summary", { approvers, amount, number, operator: operator.name, b })}
					</p>
					<p className="text-[0.8125rem] text-ink-2">{t("summaryBack")}</p>
				</>
			) : (
				<p className="text-ink-2">{t("summaryEmpty")}</p>
			)}
		</>
	);
}

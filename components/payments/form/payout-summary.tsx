"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { WalletOutlook } from "#components/payments/preview/wallet-outlook.tsx";
import type { DraftText } from "#components/payments/use-draft-text.ts";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import type { PayoutPreview } from "#lib/contracts/payment.ts";

interface PayoutSummaryProps {
	draftText: DraftText;
	preview: PayoutPreview | undefined;
	/** Between what will happen and what it leaves in the wallet. */
	children?: ReactNode;
}

export function PayoutSummary({ draftText, preview, children }: PayoutSummaryProps) {
	const t = useTranslations("payouts");
	const { amount, number, operator, decimal } = draftText;
	const approvers = preview?.approvers ?? 1;
	return (
		<>
			<WhatWillHappen empty={t("summaryEmpty")}>
				{amount && number && operator ? (
					<>
						<p className="mb-2.5">
							{approvers === 0
								? t.rich("summaryNobody", { amount, number, operator: operator.name, b: strong })
								: t.rich("summary", { approvers, amount, number, operator: operator.name, b: strong })}
						</p>
						<p className="text-[0.8125rem] text-ink-2">{t("summaryBack")}</p>
					</>
				) : null}
			</WhatWillHappen>
			{children}
			{preview?.balance && decimal && operator ? (
				<WalletOutlook
					balance={preview.balance}
					amount={decimal}
					fee={preview.expectedFee}
					currency={operator.currency}
				/>
			) : null}
		</>
	);
}

export const strong = (chunks: ReactNode) => <strong className="num font-[580]">{chunks}</strong>;

/** `empty` stands while something is missing. */
export function WhatWillHappen({ empty, children }: { empty: string; children: ReactNode }) {
	const t = useTranslations("payments.form");
	return (
		<>
			<SectionTitle>{t("whatWillHappen")}</SectionTitle>
			{children ?? <p className="text-ink-2">{empty}</p>}
		</>
	);
}

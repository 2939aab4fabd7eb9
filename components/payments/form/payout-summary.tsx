"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { DraftText } from "#components/payments/use-draft-text.ts";
import { Money } from "#components/ui/money.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { Time } from "#components/ui/time.tsx";
import type { PayoutPreview } from "#lib/contracts/payment.ts";
import { minorOf } from "#lib/money.ts";

interface PayoutSummaryProps {
	draftText: DraftText;
	preview: PayoutPreview | undefined;
	/** Shown between the summary of the payout and the outlook of the wallet. */
	children?: ReactNode;
}

export function PayoutSummary({ draftText, preview, children }: PayoutSummaryProps) {
	const t = useTranslations("payouts");
	const { amount, number, operator, decimal } = draftText;
	const faults = useTranslations("payments.form.fault.phone");
	const isBlocked = isNumberBlocked(preview);
	const key = preview === undefined ? "summaryRules" : preview.approvers === 0 ? "summaryNobody" : "summary";
	const approvers = preview?.approvers ?? 0;
	return (
		<>
			<WhatWillHappen empty={isBlocked ? faults("number_blocked") : t("summaryEmpty")}>
				{amount && number && operator && !isBlocked ? (
					<>
						<p className="mb-2.5">{t.rich(key, { approvers, amount, number, operator: operator.name, b: strong })}</p>
						<p className="text-[0.8125rem] text-ink-2">{t("summaryBack")}</p>
					</>
				) : null}
			</WhatWillHappen>
			{children}
			{preview?.balance && decimal && operator && !isBlocked ? (
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

export function isNumberBlocked(preview: PayoutPreview | undefined): boolean {
	return typeof preview?.number?.blocked === "string";
}

export const strong = (chunks: ReactNode) => <strong className="num font-[580]">{chunks}</strong>;

export function WhatWillHappen({ empty, children }: { empty: string; children: ReactNode }) {
	const t = useTranslations("payments.form");
	return (
		<>
			<SectionTitle>{t("whatWillHappen")}</SectionTitle>
			{children ?? <p className="text-ink-2">{empty}</p>}
		</>
	);
}

interface WalletOutlookProps {
	balance: NonNullable<PayoutPreview["balance"]>;
	/** Two-decimal text. */
	amount: string;
	/** Null when the fee is not known: it is then not shown. */
	fee: string | null;
	currency: string;
}

/**
 * Shows the wallet's balance, payouts on their way, and the rest after this payout. A negative rest stops nothing here, because the desk
 * reads the wallet again before it sends.
 */
function WalletOutlook({ balance, amount, fee, currency }: WalletOutlookProps) {
	const t = useTranslations("payments.balance");
	const isShort = balance.rest.startsWith("-");
	const sum = (decimal: string) => <Money amount={decimal} currency={currency} />;
	return (
		<section className="mt-4 border-line border-t pt-3.5">
			<SectionTitle>{t("title")}</SectionTitle>
			<dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 text-sm">
				<SumRow term={t.rich("now", { at: () => <Time at={balance.at} as="asOf" /> })}>{sum(balance.balance)}</SumRow>
				{balance.onItsWay.count > 0 ? (
					<SumRow term={t("onItsWay", { count: balance.onItsWay.count })}>{sum(`-${balance.onItsWay.amount}`)}</SumRow>
				) : null}
				{balance.waiting.count > 0 ? (
					<SumRow term={t("waiting", { count: balance.waiting.count })}>{sum(`-${balance.waiting.amount}`)}</SumRow>
				) : null}
				<SumRow term={t("this")}>{sum(`-${amount}`)}</SumRow>
				{fee === null ? null : <SumRow term={t("fee")}>{sum(fee === "0.00" ? fee : `-${fee}`)}</SumRow>}
				<div className="col-span-2 my-1 border-line border-t" />
				<SumRow term={<strong className="font-[580] text-ink">{t("rest")}</strong>}>
					<strong className={isShort ? "font-[580] text-danger" : "font-[580]"}>{sum(balance.rest)}</strong>
				</SumRow>
			</dl>
			{isShort ? <p className="mt-2 text-danger text-sm">{t(shortage(balance, fee))}</p> : null}
		</section>
	);
}

/** Explains why the rest is negative: payouts that wait for approval, the expected fee, or, even without both, the amount. */
function shortage({ rest, waiting }: WalletOutlookProps["balance"], fee: string | null) {
	const alone = minorOf(rest) + minorOf(waiting.amount);
	if (alone >= 0n) return "shortByWaiting";
	return alone + minorOf(fee ?? "0") >= 0n ? "shortByFee" : "short";
}

export function SumRow({ term, children }: { term: ReactNode; children: ReactNode }) {
	return (
		<>
			<dt className="text-ink-2">{term}</dt>
			<dd className="num text-right">{children}</dd>
		</>
	);
}

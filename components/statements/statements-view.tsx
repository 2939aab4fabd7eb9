"use client";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { PeriodBar } from "#components/statements/period-bar.tsx";
import { PrintedAt } from "#components/statements/printed-at.tsx";
import { ALL_WALLETS, readStatementView } from "#components/statements/statement-address.ts";
import { WalletStatement } from "#components/statements/wallet-statement.tsx";
import { Notice } from "#components/ui/page/notice.tsx";

interface StatementsViewProps {
	currencies: readonly string[];
	/** In the business's time zone, when the page was made. */
	today: string;
	businessName: string;
}

export function StatementsView({ currencies, today, businessName }: StatementsViewProps) {
	const t = useTranslations("statements");
	const { isWhole, ...view } = readStatementView(new URLSearchParams(useSearchParams()), currencies, today);
	const isAll = view.wallet === ALL_WALLETS;
	const shown = { view, today, businessName };
	return (
		<>
			<PeriodBar view={view} currencies={currencies} today={today} />
			{isWhole ? null : (
				<Notice tone="warning" className="mb-5">
					{t("tooLong")}
				</Notice>
			)}
			{isAll ? (
				<div className="grid gap-9">
					{currencies.map((currency) => (
						<WalletStatement key={currency} currency={currency} {...shown} brief />
					))}
				</div>
			) : (
				<WalletStatement currency={view.wallet} {...shown} />
			)}
			<PrintedAt />
		</>
	);
}

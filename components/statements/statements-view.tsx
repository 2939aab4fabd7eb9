"use client";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import {
	ALL_WALLETS,
	readStatementView,
	type StatementView,
	statementViewPath,
	USUAL_PERIOD,
} from "#components/statements/statement-address.ts";
import { WalletStatement } from "#components/statements/wallet-statement.tsx";
import { buttonClass } from "#components/ui/button-class.ts";
import { DayFilter } from "#components/ui/fields/day-filter.tsx";
import { Segmented } from "#components/ui/fields/segmented.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { Time } from "#components/ui/time.tsx";
import { showView, ViewLink } from "#components/ui/view-link.tsx";
import { chosenPeriod, periodDays } from "#lib/movements/periods.ts";
import { shiftedPeriod } from "#lib/movements/shifted-period.ts";

interface StatementsViewProps {
	currencies: readonly string[];
	/** In the business's time zone, when the page was made. */
	today: string;
	businessName: string;
}

export function StatementsView({ currencies, today, businessName }: StatementsViewProps) {
	const t = useTranslations("statements");
	const { isWhole, ...view } = readStatementView(useSearchParams(), currencies, today);
	const isAll = view.wallet === ALL_WALLETS;
	const shown = { view, businessName };
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

type PeriodBarProps = Omit<StatementsViewProps, "businessName"> & { view: StatementView };

function PeriodBar({ view, currencies, today }: PeriodBarProps) {
	const t = useTranslations("statements");
	const show = (change: Partial<StatementView>) => showView(statementViewPath({ ...view, ...change }));
	const usual = periodDays(USUAL_PERIOD, today);
	const step = (by: -1 | 1) =>
		statementViewPath({ ...view, ...shiftedPeriod(view, by, today, chosenPeriod(), USUAL_PERIOD) });
	return (
		<search className="mb-6 flex flex-wrap items-center gap-2">
			{currencies.length > 1 ? (
				<Segmented
					label={t("wallet")}
					className="mr-2 max-sm:w-full"
					value={view.wallet}
					options={[...currencies, ALL_WALLETS].map((value) => ({
						value,
						label: value === ALL_WALLETS ? t("allWallets") : value,
					}))}
					onChange={(wallet) => show({ wallet })}
				/>
			) : null}
			<ViewLink href={step(-1)} aria-label={t("earlier")} className={buttonClass("secondary", "sm")}>
				<Icon name="chevron-left" />
			</ViewLink>
			<DayFilter
				from={view.from}
				to={view.to}
				usual={USUAL_PERIOD}
				mayClear={view.from !== usual.from || view.to !== usual.to}
				onChange={({ from, to }) => show(from && to ? { from, to } : usual)}
			/>
			<ViewLink href={step(1)} aria-label={t("later")} className={buttonClass("secondary", "sm")}>
				<Icon name="chevron-right" />
			</ViewLink>
		</search>
	);
}

/** The time of printing, visible only on paper, because the page may have been opened long before. */
function PrintedAt() {
	const t = useTranslations("statements");
	const [at, setAt] = useState(() => new Date().toISOString());
	useEffect(() => {
		const note = () => flushSync(() => setAt(new Date().toISOString()));
		window.addEventListener("beforeprint", note);
		return () => window.removeEventListener("beforeprint", note);
	}, []);
	return (
		<p className="mt-6 hidden text-ink-2 text-xs print:block" suppressHydrationWarning>
			{t.rich("printed", { at: () => <Time at={at} as="exact" /> })}
		</p>
	);
}

"use client";
import { useLocale, useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import { cx } from "#components/ui/class-names.ts";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Money, NamedMoney } from "#components/ui/money.tsx";
import { Time } from "#components/ui/time.tsx";
import { FlowChart } from "#components/wallets/flow-chart.tsx";
import type { Overview } from "#lib/contracts/overview.ts";
import { minorOf, toDecimal } from "#lib/money.ts";

type WalletOverview = Overview["wallets"][number];

const PHONE_CARD = "max-sm:mb-2.5 max-sm:rounded-lg max-sm:border max-sm:border-line max-sm:bg-surface max-sm:p-4";

export function BalancePanel({
	currency,
	wallet,
	fault,
	syncedAt,
	today,
	trend,
	flows,
	incomplete,
	onTheWay,
	differences,
}: WalletOverview) {
	const t = useTranslations("home");
	const name = currencyName(currency, useLocale());
	const isInParts = onTheWay !== null && onTheWay !== "0.00";
	return (
		<section aria-label={name} className="max-sm:contents sm:flex sm:min-w-0 sm:flex-col sm:px-[22px] sm:py-5">
			<div className={PHONE_CARD}>
				<div className="flex items-baseline justify-between gap-3 text-2xs text-ink-2 sm:text-xs">
					<p className="min-w-0 truncate" title={name}>
						{name}
						{wallet ? (
							<>
								{" · "}
								<span className="code">{wallet.walletReference}</span>
							</>
						) : null}
					</p>
					{wallet ? (
						<p className="num shrink-0">
							<Icon name="clock" className="-mt-px mr-1 inline-block size-3 max-sm:hidden" />
							{t("asOf")} <Time at={wallet.fetchedAt} as="asOf" />
						</p>
					) : null}
				</div>
				{wallet ? (
					<p className="mt-2 mb-1.5 text-2xl sm:text-3xl">
						<Money
							amount={wallet.balance}
							currency={currency}
							className="font-semibold tracking-[-0.028em]"
							currencyClassName="ml-0.5 text-md font-medium tracking-normal text-ink-2"
						/>
						{isInParts ? (
							<>
								{" "}
								<span className="text-ink-2 text-xs">{t("available")}</span>
							</>
						) : null}
					</p>
				) : (
					<NoBalance fault={fault} />
				)}
				{wallet && isInParts ? (
					<p className="num flex flex-wrap gap-x-[18px] text-ink-2 text-xs">
						<NamedMoney term={t("onTheWay")} amount={onTheWay} currency={currency} />
						<NamedMoney term={t("total")} amount={totalOf(wallet.balance, onTheWay)} currency={currency} />
					</p>
				) : null}
				<p className="num flex flex-wrap gap-x-[18px] text-ink-2 text-xs">
					{(["In", "Out", "Fees"] as const).map((name) => {
						const term = t(`today${name}`);
						const amount = today[name.toLowerCase() as keyof typeof today];
						if (syncedAt === null) return <span key={name}>{term} –</span>;
						return <NamedMoney key={name} term={term} amount={amount} currency={currency} />;
					})}
				</p>
				<Differences currency={currency} differences={differences} />
				{incomplete ? (
					<p className="mt-1 flex items-center gap-1.5 text-warning text-xs">
						<Icon name="triangle-alert" className="size-3.5 shrink-0" />
						{t(syncedAt === null ? "lastLater" : "todayIncomplete")}
					</p>
				) : null}
				{wallet?.stale ? <StaleMark fault={fault} /> : null}
			</div>
			{/* On a phone the balances and the open tasks come before the charts. */}
			<div className={cx(PHONE_CARD, "max-sm:order-1 sm:mt-auto sm:pt-3")}>
				<FlowChart currency={currency} flows={flows} trend={trend} />
			</div>
		</section>
	);
}

function Differences({
	currency,
	differences: { now, days, amount },
}: Pick<WalletOverview, "currency" | "differences">) {
	const t = useTranslations("home.differences");
	if (now === null && days === 0) return null;
	const money = (decimal: string) => ({ amount: () => <Money amount={decimal} currency={currency} /> });
	return (
		<DeskLink
			href={`/reconciliation?currency=${currency}`}
			className="mt-1 flex min-h-6 items-center gap-1.5 text-warning text-xs hover:underline"
		>
			<Icon name="triangle-alert" className="size-3.5 shrink-0" />
			<span>{now ? t.rich("now", money(now)) : t.rich("days", { count: days, ...money(amount) })}</span>
		</DeskLink>
	);
}

function totalOf(balance: string, onTheWay: string): string {
	return toDecimal(minorOf(balance) + minorOf(onTheWay));
}

function StaleMark({ fault }: { fault: string | null }) {
	const t = useTranslations("home");
	const common = useTranslations("common");
	return (
		<p className="mt-2.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-2 text-xs">
			<Badge tone="warning" icon="clock">
				{common("staleShort")}
			</Badge>
			{t(fault === "worker_away" ? "staleWorker" : "stale")}
		</p>
	);
}

function NoBalance({ fault }: { fault: string | null }) {
	const t = useTranslations();
	return (
		<div className="mt-2 mb-1.5">
			<p className="font-semibold text-ink-2 text-lg">
				{t(fault === "service_unreadable" || fault === "another_wallet" ? "home.balanceWithheld" : "home.noBalance")}
			</p>
			<p className="text-ink-2 text-xs">{fault ? t(`errors.${fault}`) : t("home.noBalanceWhy")}</p>
		</div>
	);
}

/** "West African CFA franc": the currency's name with a capital; the code if there is no name. */
function currencyName(currency: string, locale: string): string {
	const name = new Intl.DisplayNames(locale, { type: "currency" }).of(currency) ?? currency;
	return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { LastMovements } from "#components/movements/last-movements.tsx";
import { NeedsList } from "#components/overview/needs-list.tsx";
import { OverviewSkeleton } from "#components/overview/overview-skeleton.tsx";
import { cx } from "#components/ui/class-names.ts";
/** Home: is my money right, and what needs me? Live: every change at the desk asks again. */
import { DeskLink } from "#components/ui/desk-link.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { BalancePanel } from "#components/wallets/balance-panel.tsx";
import { overviewQueries } from "#lib/queries/overview.ts";

export function OverviewBoard() {
	const t = useTranslations("home");
	const query = useQuery(overviewQueries.now());
	const { data } = query;
	if (!data) return query.error ? <ReadFault query={query} /> : <OverviewSkeleton />;
	const { wallets, needs, lastMovements } = data;
	return (
		<>
			<ReadFault query={query} />
			<h2 className="sr-only">{t("balances")}</h2>
			<div
				className={cx(
					"mb-[26px] grid divide-line rounded-lg border border-line bg-surface max-lg:divide-y lg:divide-x",
					wallets.length === 2 && "lg:grid-cols-[1.35fr_1fr]",
					wallets.length > 2 && "lg:grid-cols-3",
				)}
			>
				{wallets.map((wallet) => (
					<BalancePanel key={wallet.currency} {...wallet} />
				))}
			</div>
			<div data-wide className="wide:grid wide:grid-cols-2 wide:items-start wide:gap-9">
				<section aria-labelledby="needs" className="mb-7">
					<SectionTitle id="needs">{t("needs")}</SectionTitle>
					<NeedsList needs={needs} />
				</section>
				<section aria-labelledby="last">
					<div className="flex items-baseline justify-between gap-3">
						<SectionTitle id="last">{t("last")}</SectionTitle>
						<DeskLink href="/movements" className="rounded-sm text-accent text-xs hover:underline">
							{t("lastAll")}
						</DeskLink>
					</div>
					<LastMovements movements={lastMovements} />
				</section>
			</div>
		</>
	);
}

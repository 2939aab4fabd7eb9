"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { LastMovements } from "#components/movements/last-movements.tsx";
import { NeedsList } from "#components/overview/needs-list.tsx";
import { cx } from "#components/ui/class-names.ts";
/** Home: is my money right, and what needs me? Every live update refetches it. */
import { DeskLink } from "#components/ui/desk-link.tsx";
import { HeaderSkeleton } from "#components/ui/page/header-skeleton.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
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
					<div className="flex items-baseline justify-between gap-3">
						<SectionTitle id="needs">{t("needs")}</SectionTitle>
						<DeskLink href="/sending" className="rounded-sm text-accent text-xs hover:underline">
							{t("obstacles")}
						</DeskLink>
					</div>
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

export function HomeSkeleton() {
	return (
		<>
			<HeaderSkeleton actions={2} />
			<OverviewSkeleton />
		</>
	);
}

function OverviewSkeleton() {
	return (
		<div aria-hidden="true">
			<div className="mb-[26px] grid divide-line rounded-lg border border-line bg-surface max-lg:divide-y lg:grid-cols-[1.35fr_1fr] lg:divide-x">
				{["first", "second"].map((wallet) => (
					<div key={wallet} className="px-4 py-4 sm:px-[22px] sm:py-5">
						<Skeleton className="h-[18px] w-44 max-w-full" />
						<Skeleton className="mt-2.5 mb-2 h-9 w-52 max-w-full" />
						<Skeleton className="h-[18px] w-64 max-w-full" />
						<Skeleton className="mt-3 h-[248px] w-full" />
					</div>
				))}
			</div>
			<Skeleton className="mb-2.5 h-5 w-20" />
			<div className="mb-7 h-[132px] rounded-lg border border-line bg-surface p-4">
				<Skeleton className="h-4 w-72 max-w-full" />
				<Skeleton className="mt-2 h-3.5 w-96 max-w-full" />
			</div>
			<Skeleton className="mb-2.5 h-5 w-28" />
			{[1, 2, 3, 4, 5, 6, 7, 8].map((row) => (
				<div key={row} className="flex h-10 items-center justify-between border-line border-b">
					<Skeleton className="h-4 w-28" />
					<Skeleton className="h-4 w-24" />
				</div>
			))}
		</div>
	);
}
